const js = require('@eslint/js');

module.exports = [
  js.configs.recommended,
  {
    languageOptions: { ecmaVersion: 2022, sourceType: 'module' },
    linterOptions: { reportUnusedDisableDirectives: 'error' },
    rules: {
      // tsc knows which names a browser has
      'no-undef': 'off',
      'no-unused-vars': 'error',
      eqeqeq: 'error',
      // as clippy has it for Rust
      'max-lines-per-function': ['error', { max: 70, skipBlankLines: true, skipComments: true }],
    },
  },
];
