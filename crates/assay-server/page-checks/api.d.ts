// What the API takes and sends, as /api/openapi.json says. A test holds this file against it;
// INSTA_UPDATE=always cargo test -p assay-server --test it page_types writes it anew.

declare namespace Api {
  type ActionTarget = "data" | "research";
  type AllIsWell = "ok";
  type AllowedInput =
    | "any" | "above_zero" | "zero_to_one" | "above_minus_one" | "below_one"
    | "zero_or_more"
    | "rate"
    | "rate_above_zero"
    | "beta";
  type Amount = string | number;
  type AnswerForm = "look_up" | "compare" | "explain" | "list" | "how_to" | "judge";
  type AnsweredSentence = {
    text: string;
    evidence_ids: Array<EvidenceId>;
    check: ClaimCheck | null;
  } & (
    | { kind: "quoted" }
    | { kind: "computed"; formula: string }
    | { kind: "written" }
    | { kind: "derived"; formula: string }
  );
  type ArchivedDecision = { measured: QualityMeasures; decision: QualityDecision; delivered: QualityDecision | null };
  type ArtifactName = string;
  type ArtifactRecord = {
    artifact_id: string;
    version: number;
    timestamp: string;
    status: string;
    agent: string;
    claim_ids: Array<ClaimId>;
  };
  type Asked = {
    question: string;
    language: Language;
    as_of: string;
    read_as: string;
    understood: Understood;
    answered: boolean;
    answer: string;
    missing: Array<string>;
    evidence: Array<Evidence>;
  };
  type AskedOn = { asked: Array<KeptFollowUp> };
  type Asking = { question: string; language?: Language; as_of?: string };
  type Assumptions = { inputs: Record<string, string> };
  type Author =
    | { by: "model"; model: string }
    | { by: "offline_analyst" }
    | { by: "fallback"; instead_of: string; because: Failure };
  type Autonomy = { max_steps: number; context_tokens: number };
  type BearingSpan = {
    evidence: EvidenceId;
    passage: PassageId;
    text: string;
    source: string;
    place?: Place;
    headings?: Array<string>;
  };
  type Bilingual = { en: string; zh: string };
  type BlobId = string;
  type Board = {
    run_id: RunId;
    created_at: string | null;
    target: ResearchRequest | null;
    artifacts: Record<string, ArtifactRecord>;
    claim_registry: Record<string, ClaimRecord>;
    evidence_registry: Record<string, EvidenceRecord>;
    gate_history: Array<GateRecord>;
  };
  type Body = { inline: string } | { blob: { hash: BlobId; bytes: number } };
  type Budget = { max_tokens: number | null; max_cost: MicroUsd | null; reserve_percent: number };
  type CallKey = string;
  type CallKind = { call: "model"; role: Role; model: string; asks_again?: boolean } | { call: "tool"; tool: string };
  type ChangeCause = "code" | "price" | "data" | "assumption";
  type ChangePart = {
    cause: ChangeCause;
    amount: string;
    inputs: Array<string>;
    not_separable: boolean;
    formula: string;
  };
  type ChangedTask = { task: TaskId; from: Task; to: Task };
  type Chapters = { done: number; total: number };
  type CheckedFigure = {
    printed: string;
  } & (
    | { basis: "observed" }
    | { basis: "derived"; formula: string }
    | { basis: "prospective" }
    | { basis: "third_party" }
  );
  type CheckedSentence = {
    text: string;
    verdict: SentenceVerdict;
    start: number;
    end: number;
    evidence: Array<EvidenceId>;
    unknown?: Array<EvidenceId>;
    figures?: Array<CheckedFigure>;
    spans?: Array<BearingSpan>;
    problems?: Array<string>;
  };
  type CheckedText = { passes: boolean; counts: Record<string, number>; sentences: Array<CheckedSentence> };
  type CitedEvidence = { id: EvidenceId; tier: Tier };
  type Claim = {
    id: ClaimId;
    text: string;
    task: TaskId;
    source_agent: string;
    evidence_ids: Array<EvidenceId>;
    confidence: Confidence;
    check?: ClaimCheck;
  } & (
    | { kind: "quoted" }
    | { kind: "computed"; formula: string }
    | { kind: "written" }
    | { kind: "derived"; formula: string }
  );
  type ClaimCheck =
    | ({ verdict: "supported"; figures?: Array<CheckedFigure>; span?: JudgedSpan }) & ({ standing: "quoted" } | { standing: "computed" } | { standing: "judged"; model: string } | { standing: "wording" } | { standing: "conclusion" } | { standing: "gap" } | unknown)
    | { verdict: "unsupported"; problems: Array<string> };
  type ClaimId = string;
  type ClaimRecord = {
    text: string;
    source_agent: string;
    evidence_ids: Array<EvidenceId>;
    confidence: Confidence;
    last_updated: string;
  };
  type ClaimStanding = "holds" | "unsupported" | "contradicted";
  type ClaimView = { claim: Claim; evidence: Array<Evidence> };
  type Claims = { claims: Array<Claim> };
  type CompanyKind = "operating" | "bank" | "insurer" | "reit" | "pre_profit" | "cyclical" | "conglomerate";
  type Comparables = { distributions: Array<MultipleDistribution>; excluded: Array<Exclusion>; lines: Array<Traced> };
  type Comparison = {
    plan: PlanDifference;
    claims: DifferingClaim;
    evidence: DifferingEvidence;
    valuation: ValueChange | null;
    valuation_trouble: string | null;
    a: RunRow;
    b: RunRow;
  };
  type Confidence = "UNSUPPORTED" | "WEAK" | "MODERATE" | "STRONG";
  type Config = { values: Array<Setting>; deepAgent: DeepAgent };
  type ConflictKind = "value" | "basis";
  type ConflictSide = { id: string; value: string; unit: string; source: string };
  type CoreDatum = { metric: string; title?: Bilingual; period: string; state: CoreState };
  type CoreFreshness = "FRESH" | "AGING" | "STALE" | "EXPIRED";
  type CoreState =
    | { kind: "known"; data_point: string; age_days: number; freshness: CoreFreshness; sources: number }
    | { kind: "missing"; expected_in?: string }
    | { kind: "unreachable"; source: string; failure: string };
  type CriticalClaim = {
    id: ClaimId;
    text: string;
    is_core_conclusion: boolean;
    evidence: Array<CitedEvidence>;
    standing: ClaimStanding;
  };
  type Currency = string;
  type Dashboard = {
    version: number;
    updated_at: string;
    markdown: string;
    sections: Array<DashboardSection>;
    chapters: Array<DashboardChapter>;
  };
  type DashboardChapter = { title: string; done: boolean };
  type DashboardSection = { heading: string; text: string };
  type Dashboards = { chapters: Chapters | null; overall: Dashboard | null; current: Dashboard | null };
  type Days = { first: string; last: string };
  type DecidedGate = { gate: GateName; verdict: Verdict; reasons: Array<string>; at: string };
  type DeepAgent = { enabled: boolean; models: DeepAgentModels; sampling: DeepAgentSampling };
  type DeepAgentModels = { search: string; modeling: string; report: string };
  type DeepAgentSampling = { temperature: number; topP: number };
  type DifferingClaim = { added: Array<Claim>; removed: Array<Claim>; kept: Array<Claim> };
  type DifferingEvidence = { added: Array<Evidence>; removed: Array<Evidence>; kept: Array<Evidence> };
  type Distribution =
    | { kind: "normal"; deviation: ValuationInput }
    | { kind: "triangular"; low: ValuationInput; high: ValuationInput };
  type DistributionShape = {
    horizon: number;
    stage_one: number;
    stock_compensation: StockCompensation;
    weights: Weights;
    leases: Leases;
  };
  type Document = {
    id: DocumentId;
    title: string;
    origin: string;
    media: MediaType;
    tier: Tier;
    tier_basis?: TierBasis;
    date: string | null;
    raw: BlobId;
    text: BlobId;
    quarantined: Array<GateSpan>;
    flagged?: Array<GateSpan>;
    reviews?: Array<SpanReview>;
    hidden?: Array<HiddenFinding>;
    places?: Array<PlaceMark>;
    subject?: DocumentSubject;
    facts?: BlobId;
    sketch?: Array<number>;
    near_duplicate_of?: DocumentId;
    verdict: IngestVerdict;
    ingested_at: string;
    uploaded?: boolean;
  };
  type DocumentId = string;
  type DocumentSubject = { entity?: string; form?: string; period_end?: string; ticker?: string };
  type DocumentView = { document: Document; text: string };
  type Documents = { documents: Array<Document> };
  type Done = { status: AllIsWell };
  type DriverSwing = {
    driver: string;
    base: string;
    low: string;
    high: string;
    value_at_low: string | null;
    value_at_high: string | null;
    swing: string;
    formula: string;
  };
  type Effort = "minimal" | "low" | "medium" | "high";
  type Envelope = { seq: number; run: RunId; run_seq: number; at: string; event: Event };
  type Estimate = { waves: number; critical_path: Array<TaskId>; low_minutes: number; high_minutes: number };
  type Evaluation = {
    claims: number;
    supported: number;
    unsupported: number;
    uncited: number;
    figures: SupportedFigures;
    documents: Record<string, number>;
    findings: number;
    tasks_finished: number;
    tasks_failed: number;
    fallback_sections: number;
    prompts: PromptTokens;
  };
  type Event =
    | { type: "run_created"; format: number; request: ResearchRequest; settings: RunSettings; base: RunId | null }
    | { type: "run_resumed"; process: number; unanswered?: Spend }
    | { type: "models_changed"; models: Record<string, string> }
    | { type: "question_understood"; understood: Understood }
    | { type: "assumption_made"; parameter: string; assumed: string }
    | { type: "plan_rejected"; attempt: number; errors: Array<string> }
    | { type: "plan_accepted"; plan: Plan; origin: PlanOrigin; repairs: Array<Repair> }
    | { type: "planner_asked"; asked: PlannerQuestion }
    | { type: "planner_answered"; answer: string | null }
    | { type: "plan_approved" }
    | { type: "task_started"; task: TaskId; attempt: number }
    | { type: "task_reused"; task: TaskId; from: RunId }
    | { type: "task_finished"; task: TaskId; author: Author; notes: Array<QualityNote> }
    | { type: "task_failed"; task: TaskId; failure: Failure }
    | { type: "task_blocked"; task: TaskId; by: TaskId }
    | { type: "call_started"; key: CallKey; task: TaskId | null; call: CallKind; request: Body; estimate?: Spend }
    | { type: "call_replied"; key: CallKey; reply: Body; usage: Usage | null; usage_estimated: boolean; cost: MicroUsd; millis: number }
    | { type: "call_failed"; key: CallKey; failure: Failure; attempt: number; will_retry: boolean; counted?: Spend }
    | { type: "evidence_attached"; evidence: Evidence }
    | { type: "claim_registered"; claim: Claim }
    | { type: "artifact_written"; artifact: ArtifactName; version: number; schema?: SchemaVersion; agent: string; claim_ids: Array<ClaimId>; body: Body }
    | { type: "finding_recorded"; finding: Finding }
    | { type: "gate_decided"; gate: GateName; verdict: Verdict; reasons: Array<string> }
    | { type: "degraded"; reason: Failure }
    | { type: "integration_started" }
    | { type: "step_finished"; step: IntegrationStep; next: IntegrationStep; brought?: Array<PassageId> }
    | { type: "cancel_requested"; reason: string }
    | { type: "run_finished"; outcome: Outcome; reasons: Array<string> }
    | { type: "follow_up_answered"; follow_up: FollowUp }
    | { type: "document_ingested"; document: Document }
    | { type: "quarantine_reviewed"; document: DocumentId; review: SpanReview }
    | { type: "tier_declared"; document: DocumentId; tier: Tier; reason?: string }
    | { type: "graph_refreshed"; company: string; graph: Body }
    | { type: "document_removed"; document: DocumentId }
    | { type: "run_removed"; events: number; by: RemovedBy };
  type Evidence = {
    id: EvidenceId;
    passage: PassageId;
    document: DocumentId;
    source: string;
    origin: string;
    headings: Array<string>;
    place?: Place;
    quote: string;
    tier: Tier;
    as_of: string | null;
  };
  type EvidenceId = string;
  type EvidenceList = { evidence: Array<Evidence> };
  type EvidenceRecord = {
    source: string;
    tier: Tier;
    as_of: string | null;
    linked_claims: Array<ClaimId>;
    passage: PassageId;
  };
  type EvidenceView = {
    evidence: Evidence;
    passage: PassageRange | null;
    context: PassageContext;
    claims: Array<ClaimId>;
    removed: boolean;
    document: Document | null;
  };
  type Exclusion = { peer: string; multiple: Multiple | null; reason: ExclusionReason };
  type ExclusionReason =
    | { code: "taken_out"; reason: string }
    | { code: "other_basis" }
    | { code: "other_day"; as_of: string }
    | { code: "mixed_currencies" }
    | { code: "not_meaningful"; metric: string }
    | { code: "missing" };
  type ExplainedExpansion = { named: Array<string>; also: Array<string> };
  type ExplainedHit = { passage: Passage; score: number; parts: Array<ScorePart>; copies?: Array<PassageId> };
  type ExplainedWord = { word: string; holders: number; rarity: number };
  type Explanation = {
    passages: number;
    words: Array<ExplainedWord>;
    expansions: Array<ExplainedExpansion>;
    filter?: SearchFilter;
    hits: Array<ExplainedHit>;
  };
  type Failure = { code: FailureCode; message: string };
  type FailureCode =
    | "no_evidence"
    | "dependency_failed"
    | "worker_crashed"
    | "tool_timeout"
    | "tool_refused"
    | "plan_rejected"
    | "file_refused"
    | "model_unreachable"
    | "model_auth"
    | "model_unknown"
    | "model_rate_limited"
    | "model_timeout"
    | "model_truncated"
    | "model_malformed"
    | "model_context"
    | "model_server"
    | "model_rejected"
    | "budget_exhausted"
    | "cancelled"
    | "steps_exhausted"
    | "disk_full"
    | "disk_error"
    | "store_damaged"
    | "store_locked"
    | "store_too_new";
  type Fallback = "hypotheses_only" | "watchlist_card" | "conflict_report" | "stale_data_warning" | "nothing";
  type FieldPart = { field: string; occurrences: number; weight: number };
  type FileSize = { path: string; bytes: number };
  type FileText = { path: string; bytes: number; text: string; cut: boolean };
  type Files = { files: Array<FileSize> };
  type Finding =
    | { finding: "contradiction"; subject: string; period: string; readings: Array<Reading> }
    | { finding: "outdated"; subject: string; period: string; old: Reading; new: Reading }
    | { finding: "conflict"; statements: Array<Statement> }
    | { finding: "missing_period"; subject: string; missing: Array<string>; present: Array<string>; evidence: Array<EvidenceId> }
    | { finding: "quarantined"; document: DocumentId; title: string; rule: string; reason: string };
  type FollowUp = {
    question: string;
    completed: string;
    language: Language;
    as_of: string;
    understood: Understood;
    outcome: Outcome;
    answer: string;
    missing: Array<string>;
    evidence: Array<Evidence>;
    sentences: Array<AnsweredSentence>;
  };
  type GateName = "ingest" | "quality_gate" | "egress";
  type GateRecord = { gate: GateName; verdict: Verdict; timestamp: string; reason: string };
  type GateSpan = { start: number; end: number; rule: string; reason: string };
  type Gates = { decisions: Array<DecidedGate>; quality: ArchivedDecision | null; text: string };
  type GraphView = { company: string | null; graph: Record<string, any> };
  type Grid = {
    id: string;
    row_driver: string;
    column_driver: string;
    row_values: Array<string>;
    column_values: Array<string>;
    cells: Array<Array<GridCell>>;
  };
  type GridCell = { id: string; value: string | null; blank: MethodReason | null; formula: string };
  type Health = { status: AllIsWell; version: string };
  type HiddenFinding = { kind: HiddenKind; rule: string; reason: string; text: string };
  type HiddenKind = "comment" | "metadata" | "file_name" | "style" | "alternative" | "office";
  type Hints = { data_needs?: Array<string>; key_questions?: Array<string>; suggested_tools?: Array<string> };
  type Histogram = { low: string; high: string; counts: Array<number>; below: number; above: number };
  type Implied =
    | (ImpliedValues) & ({ kind: "values" })
    | { kind: "not_meaningful"; value: string }
    | { kind: "missing"; gaps: Array<InputGap> };
  type ImpliedDriver = { kind: "found"; value: string } | { kind: "no_root" };
  type ImpliedValues = { first_quartile: Traced; median: Traced; third_quartile: Traced };
  type IngestVerdict = "CLEAN" | "FLAGGED" | "QUARANTINED";
  type Ingested = { document: Document; passages: number; known: boolean; mended: boolean; gaps: Array<string> };
  type InputBasis =
    | { kind: "data_point"; id: string }
    | { kind: "claim"; id: string }
    | { kind: "assumption"; name: string; reason: string; evidence_ids: Array<string>; owner: string; expires: string };
  type InputGap = { name: string; problem: InputProblem };
  type InputProblem =
    | { kind: "missing" }
    | { kind: "expired"; on: string }
    | { kind: "from_the_future"; as_of: string }
    | { kind: "too_old"; as_of: string; days: number; most_days: number }
    | { kind: "wrong_unit"; expected: UnitKind; found: ValuationUnit }
    | { kind: "out_of_range"; value: string; allowed: AllowedInput };
  type InputSet = Array<ValuationInput>;
  type IntegrationStep = "read_on" | "examine" | "model" | "judge" | "value" | "compose";
  type Investment = { company: string; as_of: string; market?: Record<string, MarketFigure>; price?: MarketPrice };
  type Journal = { events: Array<Envelope>; last: number };
  type JudgedCompany = { name: string; as_of: string };
  type JudgedSpan = { evidence: EvidenceId; text: string };
  type KeptFollowUp = {
    question: string;
    completed: string;
    language: Language;
    as_of: string;
    understood: Understood;
    outcome: Outcome;
    answer: string;
    missing: Array<string>;
    evidence: Array<Evidence>;
    sentences: Array<AnsweredSentence>;
    at: string;
    read_as: string;
    answered: boolean;
  };
  type KillAction =
    | "BLOCK_FULL_REPORT" | "DEGRADE_TO_WATCHLIST" | "BLOCK_UNTIL_RESOLVED"
    | "HARD_BLOCK"
    | "WARN_STALE_DATA";
  type Language = "en" | "zh";
  type Leases = "debt" | "operating_cost";
  type ListedRun = {
    run: RunId;
    title: string;
    language: Language;
    created_at: string;
    updated_at: string;
    status: RunStatus;
    reasons: Array<string>;
    tasks: number;
    tasks_finished: number;
    tasks_failed: number;
    calls: number;
    tokens: number;
    cost: MicroUsd;
    cancel_requested: boolean;
    held?: boolean;
    asked?: PlannerQuestion;
    holds_plan?: boolean;
    state: StateName;
  };
  type ListedSession = { id: string; opened_at: string; seen_at: string; agent: string; server: string; current: boolean };
  type ListedStep = { id: string; event: StepEvent };
  type MarketFigure = { value: string; as_of: string; source: string };
  type MarketPrice = { value: string; currency: string; as_of: string; source: string };
  type MediaType = "markdown" | "text" | "html" | "csv" | "json" | "pdf" | "docx" | "pptx" | "xlsx" | "email" | "chat";
  type MethodFlag =
    | { code: "growth_above_risk_free"; growth: string; risk_free: string }
    | { code: "terminal_share_high"; share: string }
    | { code: "base_period_old"; days: number }
    | { code: "balance_of_other_day"; name: string; as_of: string }
    | { code: "options_counted_in_full" }
    | { code: "equity_below_zero"; equity: string }
    | { code: "return_below_cost_for_ever"; spread: string }
    | { code: "stock_compensation_added_back" }
    | { code: "exit_multiple_implies"; growth: string; risk_free: string }
    | { code: "input_not_used"; name: string };
  type MethodReason =
    | { code: "suits_kind"; kind: CompanyKind }
    | { code: "unsuited_to_kind"; kind: CompanyKind }
    | { code: "second_opinion" }
    | { code: "rests_on_leading_method" }
    | { code: "debt_is_raw_material" }
    | { code: "negative_equity"; book_equity: string }
    | { code: "no_cash_flow"; operating_cash_flow: string }
    | { code: "no_profit_to_project" }
    | { code: "short_history"; years: number }
    | { code: "unknown_currency_mix"; currencies: Array<string> }
    | { code: "no_price" }
    | { code: "no_scenarios" }
    | { code: "needs_dcf" }
    | { code: "missing"; gaps: Array<InputGap> }
    | { code: "too_few_peers"; usable: number }
    | { code: "growth_not_below_rate"; growth: string; rate: string }
    | { code: "growth_above_return"; growth: string; return_on_capital: string }
    | { code: "no_terminal_profit" }
    | { code: "scenarios_out_of_order"; bear: string; base: string; bull: string };
  type MethodResult = {
    method: ValuationMethod;
    value_per_share: Traced;
    other_values: Array<Traced>;
    key_figures: Array<Traced>;
    bridge: Array<Traced>;
    lines: Array<Traced>;
  };
  type MethodStanding = "cross_check" | "primary" | "refused" | "not_runnable";
  type MethodVerdict = { method: ValuationMethod; standing: MethodStanding; reason: MethodReason };
  type Metric = { name: string; help: string; type: MetricKind; samples: Array<Sample> };
  type MetricKind = "gauge" | "histogram" | "counter";
  type MetricReading = { metric: RunMetric; value: string | null; ids?: Array<string> };
  type MicroUsd = number;
  type Monitor = { metrics: Array<Metric> };
  type Multiple = "ev_to_ebitda" | "ev_to_ebit" | "ev_to_sales" | "price_to_earnings" | "price_to_book";
  type MultipleDistribution = {
    multiple: Multiple;
    peers: Array<PeerMultiple>;
    first_quartile: Traced;
    median: Traced;
    third_quartile: Traced;
    implied: Implied;
  };
  type NotRunnable = {
    company: string;
    kind: CompanyKind;
    currency: Currency;
    valuation_date: string;
    missing: Array<InputGap>;
    verdicts: Array<MethodVerdict>;
    input_hash: string;
    model_version: string;
    generated_at: string;
  };
  type OpenConflict = { id: string; kind: ConflictKind; about: string; sides: Array<ConflictSide>; needed?: string };
  type OpenedSession = { status: AllIsWell; key: string };
  type Outcome = "cancelled" | "completed" | "partial" | "degraded" | "failed" | "blocked";
  type OutputType = "memo" | "watchlist_card" | "hypothesis_list" | "conflict_report" | "error_report";
  type Passage = {
    id: PassageId;
    document: DocumentId;
    start: number;
    end: number;
    headings: Array<string>;
    text: string;
  };
  type PassageContext = { before: string; text: string; after: string };
  type PassageId = string;
  type PassageRange = { document: DocumentId; start: number; end: number };
  type Peer = {
    name: string;
    reason: string;
    excluded: string | null;
    basis: PeriodBasis;
    as_of: string;
    enterprise_value: ValuationInput | null;
    market_value: ValuationInput | null;
    ebitda: ValuationInput | null;
    ebit: ValuationInput | null;
    sales: ValuationInput | null;
    net_income: ValuationInput | null;
    book_equity: ValuationInput | null;
  };
  type PeerMultiple = { peer: string; multiple: Traced };
  type Percentile = { percent: number; value: string };
  type PeriodBasis = "ltm" | "ntm";
  type Place =
    | { kind: "page"; at: number }
    | { kind: "slide"; at: number }
    | { kind: "sheet"; at: string }
    | { kind: "item"; at: string }
    | { kind: "message"; at: number };
  type PlaceMark = { start: number; place: Place };
  type Plan = { research_type: ResearchType; topic: string; objectives: Array<string>; tasks: Array<Task> };
  type PlanCheck = {
    plan: Plan | null;
    problems: Array<PlanProblem>;
    hints: Array<PlanHint>;
    waves: Array<Array<TaskId>>;
    critical_path: Array<TaskId>;
    estimate: Estimate | null;
  };
  type PlanDifference = { added: Array<Task>; removed: Array<Task>; changed: Array<ChangedTask> };
  type PlanHint = { code: string; task: TaskId | null; text: string };
  type PlanOrigin =
    | "user"
    | { model: { model: string } }
    | "template"
    | { fallback: { instead_of: string; because: Failure } };
  type PlanProblem = { pointer: string; problem: string; message: string };
  type PlannerAnswer = { answer?: string };
  type PlannerQuestion = { question: string; options?: Array<string>; assumption: string };
  type Problem = { error: string; code: string | null; problems?: Array<Record<string, any>> };
  type Profile = ProfileId | Record<string, Autonomy>;
  type ProfileId = string;
  type ProfileList = { profiles: Array<ProfileView> };
  type ProfileName = "plain" | "answer" | "deep" | "investment" | "autonomous";
  type ProfileView = { id: ProfileName; name: Words; about: Words; agent: boolean };
  type PromptTokens = { tokens: number; repeated: number };
  type QualityDecision = {
    verdict: QualityVerdict;
    output_type: OutputType;
    needs_person: boolean;
    gate: QualityGate;
    switches: Array<SwitchReading>;
    metrics: Array<MetricReading>;
  };
  type QualityGate = {
    verdict: QualityVerdict;
    output_type: OutputType;
    reasons: Array<QualityReason>;
    actions: Array<RequiredAction>;
  };
  type QualityMeasures = {
    critical_claims: Array<CriticalClaim>;
    sentences: Sentences;
    conflicts: Array<OpenConflict>;
    core_data: Array<CoreDatum>;
    hypotheses: Array<string>;
    safety: Safety;
  };
  type QualityNote =
    | { note: "short"; characters: number }
    | { note: "no_figures" }
    | { note: "uncited"; sentences: number }
    | { note: "unknown_citations"; ids: Array<string> }
    | { note: "unsupported"; sentences: number }
    | { note: "cut_short"; reason: string };
  type QualityReason = {
    code: string;
    verdict: QualityVerdict;
    output_type: OutputType;
    text: Bilingual;
    ids: Array<string>;
  };
  type QualityVerdict = "PASS" | "DEGRADE" | "FAIL";
  type QuarantineList = { quarantined: Array<Quarantined> };
  type Quarantined = {
    id: string;
    document: DocumentId;
    title: string;
    origin: string;
    span: GateSpan;
    confirmed: boolean;
    review?: ReviewDecision;
  };
  type QuarantinedText = {
    id: string;
    document: DocumentId;
    title: string;
    origin: string;
    span: GateSpan;
    confirmed: boolean;
    review?: ReviewDecision;
    before: string;
    text: string;
    after: string;
  };
  type Reading = { value: string; source: string; evidence: EvidenceId };
  type Recomputed = { outcome: ValuationOutcome; change: ValueChange | null; change_refused?: string };
  type Removal = { removed: RemovalReport };
  type RemovalReport = {
    runs: Array<RunId>;
    documents: Array<DocumentId>;
    workspaces: Array<RunId>;
    cited_by: Array<RunId>;
    bodies: number;
    scrubbed: boolean;
  };
  type RemovedBy = "user" | "retention";
  type Repair =
    | { repair: "dropped_unknown_dependency"; task: TaskId; dependency: TaskId }
    | { repair: "dropped_self_dependency"; task: TaskId }
    | { repair: "dropped_indirect_dependency"; task: TaskId; dependency: TaskId; through: TaskId }
    | { repair: "dropped_duplicate_dependency"; task: TaskId; dependency: TaskId }
    | { repair: "renumbered_task"; from: TaskId; to: TaskId };
  type RequiredAction = { code: string; target: ActionTarget; id: string; instruction: Bilingual };
  type ResearchRequest = { question: string; research_type: ResearchType | null };
  type ResearchType = "company" | "industry" | "strategy" | "macro" | "quantitative" | "event";
  type ReverseDcf = {
    driver: string;
    base: string;
    price: string;
    low: string;
    high: string;
    value_at_low: string | null;
    value_at_high: string | null;
    implied: ImpliedDriver;
    formula: string;
  };
  type Review = { decision: ReviewDecision; reason: string };
  type ReviewDecision = "released" | "rejected";
  type Reviewed = { reviewed: Quarantined; decision: ReviewDecision };
  type Role = "plan" | "search" | "modeling" | "report" | "verifier";
  type RunId = string;
  type RunMetric = "critical_claims" | "critical_claims_supported_ab" | "unsupported_critical_claims" | "unsupported_critical_ratio" | "ab_evidence_coverage" | "claims_contradicted" | "core_conclusions" | "unsupported_core_conclusions" | "factual_sentences" | "missing_citation_rate" | "unsupported_sentence_rate" | "unresolved_conflicts" | "basis_conflicts" | "core_data_points" | "core_data_missing" | "core_data_unreachable" | "core_data_age_days" | "stale_core_points" | "expired_core_points" | "single_source_core_ratio" | "hypotheses_count" | "executable_actions_found" | "safety_check_passed" | "safety_checks_failed";
  type RunRef = { run: RunId };
  type RunRow = {
    run: RunId;
    title: string;
    language: Language;
    created_at: string;
    updated_at: string;
    status: RunStatus;
    reasons: Array<string>;
    tasks: number;
    tasks_finished: number;
    tasks_failed: number;
    calls: number;
    tokens: number;
    cost: MicroUsd;
    cancel_requested: boolean;
    held?: boolean;
    asked?: PlannerQuestion;
    holds_plan?: boolean;
  };
  type RunSettings = {
    language: Language;
    models: Record<string, string>;
    sampling: Sampling;
    concurrency: number;
    section_length: SectionLength;
    budget: Budget;
    max_steps: number;
    max_attempts: number;
    stream: boolean;
    tool_mode: ToolMode;
    max_output_tokens: number;
    stand_in: boolean;
    investment?: Investment;
    profile?: Profile;
    hold_plan?: boolean;
    may_ask?: boolean;
    web?: boolean;
    browser?: boolean;
    as_of?: string;
    kill_switch?: string;
    graph_policy?: string;
    max_rounds?: number;
    efforts?: Record<string, Effort>;
    role_ceilings?: Record<string, MicroUsd>;
  };
  type RunSpend = { tokens: number; cost: MicroUsd; calls: number };
  type RunStateName = { state: StateName };
  type RunStatus = "open" | { finished: Outcome };
  type RunView = {
    state: StateName;
    profile: ProfileName | null;
    leaves: Array<string>;
    documents: Array<string>;
    held: boolean;
    asked: PlannerQuestion | null;
    driven: boolean;
    trouble: string | null;
    plan: Plan | null;
    origin: PlanOrigin | null;
    tasks: Array<TaskStanding>;
    spent: RunSpend;
    question: string | null;
    research_type: ResearchType | null;
    language: Language;
    models: Record<string, string> | null;
    budget: Budget | null;
    web: boolean | null;
    company: JudgedCompany | null;
    autonomy: Autonomy | null;
    chapters: Chapters | null;
    findings: Array<Finding>;
    evaluation: Evaluation;
    run: RunRow;
  };
  type RunWish = {
    question: string;
    research_type?: ResearchType;
    profile?: ProfileName;
    language?: Language;
    model?: string;
    offline?: boolean;
    max_tokens?: number;
    max_cost?: Amount;
    as_of?: string;
    market?: WishedMarket;
    sources?: Array<WishedSource>;
    hold_plan?: boolean;
    may_ask?: boolean;
    purpose?: string;
    max_steps?: number;
    context_tokens?: number;
    company?: string;
  };
  type Runs = { runs: Array<ListedRun>; total: number };
  type Safety = { executable_actions: Array<string>; check: SafetyCheck };
  type SafetyCheck = "passed" | "not_run" | { failed: Array<string> };
  type Sample = { part: string; labels: Record<string, string>; value: number };
  type Sampling = { temperature: number; top_p: number; effort?: Effort };
  type Scenario = { name: ScenarioName; probability: ValuationInput; drivers: Array<ValuationInput> };
  type ScenarioName = "bear" | "base" | "bull";
  type ScenarioValue = {
    name: ScenarioName;
    probability: Traced;
    value_per_share: Traced;
    drivers: Array<Traced>;
    lines: Array<Traced>;
  };
  type SchemaVersion = number;
  type ScorePart = { word: string; stands_for?: string; rarity: number; fields?: Array<FieldPart>; brings: number };
  type SearchFilter = {
    entities?: Array<string>;
    forms?: Array<string>;
    period?: Days;
    since?: string;
    until?: string;
    tier?: Tier;
    documents?: Array<DocumentId>;
  };
  type SearchHit = { score: number; evidence: Evidence };
  type SearchResult = { hits: Array<SearchHit>; explanation: Explanation };
  type SectionLength = { min: number; max: number };
  type SentText = {
    text: string;
    documents?: Array<DocumentId>;
    formulas?: Array<SentenceFormula>;
    language?: Language;
  };
  type SentenceFormula = { sentence: string; formula: string };
  type SentenceVerdict =
    | "says_what_is_missing" | "unsupported"
    | "quoted"
    | "computed"
    | "judged"
    | "wording"
    | "conclusion"
    | "connecting"
    | "uncited"
    | "unknown_evidence";
  type Sentences = {
    factual: number;
    uncited: Array<string>;
    unsupported: Array<string>;
    unresolved_citations: number;
  };
  type Sessions = { sessions: Array<ListedSession> };
  type Setting = {
    key: string;
    value: string | null;
    source: string;
    about: string;
    secret: boolean;
    set: boolean;
    writable: boolean;
  };
  type SettingValue = { value: string };
  type SimulatedValues = {
    id: string;
    simulated: boolean;
    seed: number;
    paths: number;
    discarded: number;
    mean: string;
    deviation: string;
    percentiles: Array<Percentile>;
    histogram: Histogram;
    above_price: string | null;
    formula: string;
    inputs: Array<string>;
  };
  type Simulation = { seed: number; paths: number; draws: Array<SimulationDraw> };
  type SimulationDraw = { driver: string; distribution: Distribution };
  type SpanReview = { span: GateSpan; decision: ReviewDecision; reason: string };
  type Spend = { tokens: number; cost: MicroUsd };
  type StateName =
    | "planning" | "awaiting_approval" | "awaiting_answer" | "running" | "interrupted" | "cancelling"
    | "standing_still"
    | Outcome;
  type Statement = { text: string; section: string; evidence: Array<EvidenceId> };
  type StepEvent = {
    stepId: string;
    stepType: StepName;
    status: StepStatus;
    progress: number;
    label: string;
    payload: StepPayload;
  };
  type StepName = "plan" | "deep_search" | "modeling" | "quality_gate" | "reporting";
  type StepPayload = { chunk?: string; result?: any; error?: string; metadata?: Record<string, any> };
  type StepStatus = "start" | "progress" | "complete" | "error";
  type Steps = { steps: Array<ListedStep> };
  type StockCompensation = "cost" | "added_back";
  type SupportedFigures = { observed: number; derived: number; prospective: number; third_party: number };
  type SwitchFigure = { metric: RunMetric; value: string | null; ids?: Array<string> };
  type SwitchReading = {
    rule_id: string;
    condition: string;
    action: KillAction;
    fallback: Fallback;
    note: Bilingual;
    state: SwitchState;
    figures: Array<SwitchFigure>;
  };
  type SwitchState = "fired" | "quiet" | "switched_off" | "not_measurable";
  type Target = {
    weighted_value: Traced;
    price: Traced;
    target: Traced;
    expected_return: Traced;
    low: Traced;
    high: Traced;
    upside_to_downside: Traced | null;
    lines: Array<Traced>;
  };
  type Task = { id: TaskId; description: string; dependencies: Array<TaskId>; hints?: Hints };
  type TaskId = number;
  type TaskStanding = { task: TaskId; state: TaskWord; note: string; code: string | null; needs: TaskId | null };
  type TaskWord = "waiting" | "ready" | "running" | "finished" | "failed" | "blocked";
  type Tier = "A" | "B" | "C" | "D";
  type TierBasis =
    | { by: "host" }
    | { by: "filing_copy" }
    | { by: "given_figures" }
    | { by: "given_file" }
    | { by: "handed_in" }
    | { by: "own_word" }
    | { by: "declared"; at: string; reason?: string };
  type TierWord = { tier: Tier; reason?: string };
  type Token = { token: string };
  type ToolMode = "native" | "step_object";
  type Traced = { id: string; value: string; unit: ValuationUnit; formula: string; inputs: Array<string> };
  type Understood = {
    subjects: Array<string>;
    meant?: Array<[string, string]>;
    asked: Array<string>;
    periods: Array<string>;
    newest: number;
    form: AnswerForm;
  };
  type UnitKind = "money" | "money_per_share" | "shares" | "ratio";
  type Upload = { ingested: Ingested };
  type Usage = { input_tokens: number; cached_input_tokens: number; output_tokens: number };
  type Valuation = {
    company: string;
    kind: CompanyKind;
    currency: Currency;
    valuation_date: string;
    price: Traced | null;
    price_date: string | null;
    verdicts: Array<MethodVerdict>;
    flags: Array<MethodFlag>;
    results: Array<MethodResult>;
    comparables: Comparables | null;
    reverse: Array<ReverseDcf>;
    scenarios: Array<ScenarioValue>;
    target: Target | null;
    grids: Array<Grid>;
    tornado: Array<DriverSwing>;
    simulation: SimulatedValues | null;
    input_hash: string;
    model_version: string;
    generated_at: string;
    request: ValuationRequest;
  };
  type ValuationInput = { name: string; value: string; unit: ValuationUnit; basis: InputBasis; as_of: string };
  type ValuationMethod =
    | "sum_of_parts" | "comparables" | "reverse_dcf"
    | "dcf"
    | "excess_return"
    | "reit_affo"
    | "sales_and_failure"
    | "target";
  type ValuationOutcome = (Valuation) & ({ outcome: "valued" }) | (NotRunnable) & ({ outcome: "not_runnable" });
  type ValuationRequest = {
    company: string;
    kind: CompanyKind;
    currency: Currency;
    valuation_date: string;
    base_period_end: string;
    fiscal_years: Array<string>;
    shape: DistributionShape;
    inputs: InputSet;
    beta_description: string | null;
    erp_source: string | null;
    scenarios: Array<Scenario>;
    peers: Array<Peer>;
    peer_basis: PeriodBasis;
    simulation: Simulation | null;
  };
  type ValuationUnit = string;
  type ValuationView = { outcome: ValuationOutcome; notes: any; change: ValueChange | null; company: any };
  type ValueChange = { previous: string; current: string; total: string; parts: Array<ChangePart> };
  type Verdict = "PASS" | "DEGRADE" | "FAIL" | "CLEAN" | "FLAGGED" | "QUARANTINED" | "SAFE" | "BLOCKED";
  type Weights = "market" | "target";
  type WishedMarket = { figures?: Record<string, MarketFigure>; price?: MarketPrice };
  type WishedSource = "library" | "web";
  type Words = { en: string; zh: string };
}
