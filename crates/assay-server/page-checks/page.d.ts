// Names that the files of the page share in their JSDoc. Nothing here is shipped.

/** What an element takes as its content; nothing is shown of null, undefined and false. */
type Content = Node | string | number | boolean | null | undefined | readonly Content[];

/** An event of an element. One that a control sends of its value comes from the control itself. */
type EventAt<E, K extends keyof GlobalEventHandlersEventMap> = GlobalEventHandlersEventMap[K] & {
  currentTarget: E;
} & (K extends 'input' | 'change' ? { target: E } : unknown);

type Handlers<E> = {
  [K in keyof GlobalEventHandlersEventMap as `on${K}`]?: (event: EventAt<E, K>) => unknown;
};

/** Attributes and handlers of an element that is built; `data` are its data attributes. */
type Props<E = Element> = Handlers<E> & {
  data?: Record<string, string | number | null | undefined>;
  [attribute: string]: unknown;
};

/** A cell of a table, right-aligned where it says so. */
type Cell = Content | { right: Content };

/** What the router gives a view. */
type ViewContext = {
  root: HTMLElement;
  params: Record<string, string>;
  query: URLSearchParams;
  signal: AbortSignal;
};

/** What all views of a run stand in. */
type RunFrame = {
  run: Api.RunId;
  detail: Api.RunView;
  profile: Api.ProfileView | null;
  body: HTMLElement;
  draw: () => void;
  refresh: () => Promise<Api.RunView>;
  isCancelling?: boolean;
  onControl?: (name?: string) => void;
};

/** What a text in Markdown turns into where the page knows more than the text. */
type MarkdownHooks = {
  /** Levels that headings are set down by. */
  deeper?: number;
  showAddresses?: boolean;
  cite?: (number: string, target: string) => Content;
  evidence?: (id: string) => Content;
  target?: (id: string, content: Content) => Content;
};

type MarkdownList = { ordered: boolean; entries: { text: string; inner: string[] }[] };

type MarkdownBlock =
  | { kind: 'heading'; level: number; text: string; id?: string }
  | { kind: 'rule' }
  | { kind: 'code'; text: string }
  | { kind: 'table'; rows: string[] }
  | { kind: 'quote'; blocks: MarkdownBlock[] }
  | { kind: 'list'; items: MarkdownList }
  | { kind: 'paragraph'; text: string; id?: string };

/** The settings that pages and extensions of the step protocol read. */
interface Window {
  steadyResearchConfig?: { deepAgent?: Api.DeepAgent };
}

interface DocumentEventMap {
  'assay:route': CustomEvent<{ path: string }>;
}

/** What an event of the step protocol says beside its result. */
type StepMeta = {
  task?: Api.TaskId;
  state?: string;
  note?: string;
  code?: string | null;
  needs?: Api.TaskId | null;
  queries?: string[];
  gate?: Api.GateName;
  verdict?: Api.Verdict;
  reasons?: string[];
  chapters?: Api.Chapters;
  tool?: string;
  cache?: { hit: boolean; ageMs: number };
  durationMs?: number;
  tokens?: number;
  isFallback?: boolean;
};

// What each step returns, in the fields of the step protocol.
type PlanResult = { content?: string };
type SearchStepResult = {
  strategy?: { primaryQuery: string; queries?: string[]; engines?: string[]; notes?: string };
  notes?: {
    topic?: string;
    summary: string;
    engine?: string;
    evidence?: { quote: string; source?: string; confidence: number }[];
  }[];
  rawResults?: unknown[];
  metadata?: { isFallback?: boolean };
};
type ModelResult = {
  coreDrivers?: { name: string; description: string; evidenceRefs?: string[] }[];
  relationships?: { from: string; to: string; type: string; confidence?: number }[];
  scenarios?: { name: string; confidence: number; assumptions?: string[]; outcomes?: string[] }[];
  metrics?: { name: string; estimate: number | string; unit: string; confidence: number }[];
  metadata?: { warnings?: string[] };
};
type ReportResult = {
  outline?: { heading: string; bullets?: string[] }[];
  sources?: { title: string; url?: string }[];
};

type Point = { x: number; y: number };

/** Values of a share that a row of the chart spans; `archived` is the middle as the run had it. */
type ValueRange = { name: string; low: number; middle: number; high: number; archived?: number };

// Whom a company deals with.
type EcosystemNode = { id: string; name: string; ticker?: string | null };
type EcosystemEdge = {
  from: string;
  to: string;
  kind: string;
  status: string;
  edge_type: string;
  label?: string;
  first_seen: string;
  last_verified: string;
  confidence: string | number;
  evidence: { evidence: Api.EvidenceId; tier: Api.Tier; as_of: string; quote: string }[];
};
type Ecosystem = { subject: string; nodes: EcosystemNode[]; edges: EcosystemEdge[] };
