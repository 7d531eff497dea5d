// Adds the token that ASSAY_TOKEN holds to every request of the conformance suite, which has no option
// for it. The suite's own client asks through this dispatcher, and so does `fetch`.
const { createRequire } = require("node:module");
const { Agent, setGlobalDispatcher } = createRequire(process.env.ASSAY_MCP_SUITE)("undici");

const withToken = (dispatch) => (options, handler) => {
  const token = `Bearer ${process.env.ASSAY_TOKEN}`;
  const given = options.headers ?? {};
  const headers = Array.isArray(given)
    ? [...given, "authorization", token]
    : { ...(given[Symbol.iterator] ? Object.fromEntries(given) : given), authorization: token };
  return dispatch({ ...options, headers }, handler);
};
setGlobalDispatcher(new Agent().compose(withToken));
