// Written by `go generate ./app/typescript` from the Go types. Don't edit.

export interface AsOfRequest {
  turn: number;
  side: string;
  path: string;
}

export interface Block {
  kind: string;
  text: string;
  tool: ToolLine | null;
  edit: EditSlip | null;
}

export interface Chat {
  id: string;
  title: string;
  updated: string;
  turns: number;
  running: boolean;
  waiting: number;
  mode: string;
}

export interface ChatRequest {
  chat: string;
}

export interface CompareRequest {
  turn: number;
  path: string;
  from: string;
  to: string;
}

export interface Conflict {
  path: string;
  changed: string;
  gone: boolean;
}

export interface DecideRequest {
  edit: string;
  all: string;
  decisions: Decision[];
  note: string;
  scope: string;
  shown: string;
}

export interface Decision {
  hunk: number;
  action: string;
  text: string;
  old: number[];
  new: number[];
  note: string;
}

export interface DiffBlock {
  skipped: number;
  lines: DiffLine[];
}

export interface DiffLine {
  kind: string;
  old: number;
  new: number;
  text: string;
  marks: Mark[];
}

export interface EditRequest {
  edit: string;
}

export interface EditSlip {
  id: string;
  path: string;
  from: string;
  change: string;
  added: number;
  removed: number;
  changes: number;
  accepted: number;
  status: string;
  error: string;
  note: string;
  decided: string;
  prose: boolean;
  summary: string;
  excerpt: DiffLine[];
  shown: string;
  mustAsk: string;
  hides: string;
  by: string;
}

export interface Error {
  code: string;
  message: string;
  path: string;
  hint: string;
}

export interface ExportJob {
  id: string;
  path: string;
  format: string;
  output: string;
  status: string;
  page: number;
  pages: number;
  bytes: number;
  warnings: string[];
  error: string;
  exists: boolean;
}

export interface ExportRequest {
  path: string;
  format: string;
  output: string;
  pageSize: string;
  overwrite: boolean;
}

export interface FileChoice {
  path: string;
  take: string;
  picks: Pick[];
}

export interface FileDiff {
  path: string;
  prose: boolean;
  binary: boolean;
  added: number;
  removed: number;
  blocks: DiffBlock[];
  cut: string;
}

export interface FileDifference {
  path: string;
  change: string;
  added: number;
  removed: number;
  note: string;
  prose: boolean;
}

export interface FileEntry {
  path: string;
  name: string;
  dir: boolean;
  size: number;
  status: string;
  added: number;
  removed: number;
  blocked: boolean;
}

export interface FileList {
  dir: string;
  entries: FileEntry[];
  cut: string;
}

export interface FileText {
  path: string;
  text: string;
  exists: boolean;
  binary: boolean;
  size: number;
  lines: number;
  language: string;
  prose: boolean;
  cut: string;
}

export interface FilesEvent {
  paths: string[];
}

export interface FindRequest {
  query: string;
}

export interface Finding {
  kind: string;
  line: number;
  from: number;
  to: number;
  text: string;
}

export interface FolderCheck {
  dir: string;
  name: string;
  files: number;
  library: boolean;
  problem: string;
}

export interface FolderRequest {
  dir: string;
}

export interface Folders {
  dir: string;
  parent: string;
  folders: string[];
}

export interface ForceRequest {
  force: boolean;
}

export interface FoundTurn {
  turn: number;
  files: string[];
}

export interface Hunk {
  index: number;
  title: string;
  oldStart: number;
  oldLines: number;
  newStart: number;
  newLines: number;
  fromA: number;
  toA: number;
  fromB: number;
  toB: number;
  marksA: Mark[];
  marksB: Mark[];
  rows: Row[];
}

export interface Info {
  version: string;
  platform: string;
  native: boolean;
  home: string;
  problem: string;
}

export interface JobRequest {
  job: string;
}

export interface LineRange {
  from: number;
  to: number;
}

export interface ListRequest {
  dir: string;
  turn: number;
}

export interface Mark {
  from: number;
  to: number;
}

export interface MarkFileRequest {
  mark: string;
  path: string;
  side: string;
}

export interface MarkRequest {
  mark: string;
}

export interface MergePlan {
  path: string;
  stretches: MergeStretch[];
  conflicts: number;
}

export interface MergeStretch {
  origin: string;
  line: number;
  base: string;
  now: string;
  then: string;
  left: number;
}

export interface ModeChoice {
  mode: string;
  refused: string;
}

export interface ModeRequest {
  chat: string;
  mode: string;
}

export interface Moment {
  turn: number;
  label: string;
  time: string;
  files: FileDifference[];
  conflicts: Conflict[];
  unrestorable: string[];
}

export interface OutlineItem {
  level: number;
  text: string;
  anchor: string;
  line: number;
}

export interface OutsideChange {
  id: string;
  after: number;
  by: string;
  time: string;
  files: OutsideFile[];
  more: number;
}

export interface OutsideFile {
  path: string;
  change: string;
  prose: boolean;
  hasBefore: boolean;
  hasAfter: boolean;
}

export interface OutsideMark {
  id: string;
  after: number;
  by: string;
  time: string;
  files: string[];
  count: number;
}

export interface PathRequest {
  path: string;
}

export interface Pick {
  take: string;
  text: string;
}

export interface PinRequest {
  turn: number;
  name: string;
}

export interface Preferences {
  theme: string;
  addedText: string;
  pageSize: string;
  sidebar: boolean;
  inspector: boolean;
}

export interface PreviewPage {
  path: string;
  html: string;
  title: string;
  words: number;
  outline: OutlineItem[];
  changed: LineRange[];
  changes: number;
  lastTurn: number;
  warnings: string[];
}

export interface PreviewRequest {
  path: string;
  turn: number;
  edit: string;
}

export interface RecentWorkspace {
  dir: string;
  name: string;
  opened: string;
  missing: boolean;
}

export interface RestorePlan {
  path: string;
  change: string;
  prose: boolean;
  binary: boolean;
  hunks: FileDiff[];
  cut: string;
  now: string;
}

export interface RestoreRequest {
  turn: number;
  side: string;
  path: string;
  whole: boolean;
  hunks: number[];
  now: string;
}

export interface Review {
  id: string;
  chat: string;
  turn: number;
  path: string;
  change: string;
  summary: string;
  prose: boolean;
  language: string;
  before: string;
  after: string;
  binary: boolean;
  hunks: Hunk[];
  added: number;
  removed: number;
  notices: string[];
  findings: Finding[];
  position: number;
  stale: boolean;
  shown: string;
  mustAsk: string;
  view: FileDiff | null;
}

export interface RevokeRequest {
  rules: string[];
}

export interface RewindRequest {
  turn: number;
  keep: string[];
  choices: FileChoice[];
  force: boolean;
}

export interface RewindResult {
  turn: number;
  restored: string[];
  kept: string[];
}

export interface Row {
  old: number;
  new: number;
}

export interface Rule {
  id: string;
  kind: string;
  folder: string;
  here: boolean;
  scope: string;
  chat: string;
  title: string;
  turn: number;
  path: string;
  given: string;
  used: string;
}

export interface RuleList {
  rules: Rule[];
  problem: string;
}

export interface SendRequest {
  chat: string;
  text: string;
}

export interface TakeOutFile {
  path: string;
  from: string;
  change: string;
  added: number;
  removed: number;
  prose: boolean;
  clash: string;
  reason: string;
}

export interface TakeOutPlan {
  turn: number;
  label: string;
  files: TakeOutFile[];
  shown: string;
}

export interface TakeOutRequest {
  turn: number;
  choices: FileChoice[];
  shown: string;
  force: boolean;
}

export interface TextEvent {
  chat: string;
  turn: number;
  block: number;
  text: string;
}

export interface Thread {
  chat: Chat;
  turns: Turn[];
}

export interface TimelineState {
  turns: TimelineTurn[];
  head: number;
  canUndo: boolean;
  redo: number;
  outside: OutsideMark[];
  usage: TimelineUsage;
}

export interface TimelineTurn {
  number: number;
  chat: string;
  label: string;
  time: string;
  files: number;
  added: number;
  removed: number;
  state: string;
  running: boolean;
  waiting: number;
  pin: string;
}

export interface TimelineUsage {
  bytes: number;
  maxBytes: number;
  maxAgeDays: number;
  oldest: number;
  next: number;
  dropped: number;
  pinned: number;
}

export interface ToolLine {
  id: string;
  name: string;
  summary: string;
  status: string;
  args: string;
  result: string;
}

export interface Turn {
  index: number;
  number: number;
  prompt: string;
  time: string;
  status: string;
  error: string;
  blocks: Block[];
}

export interface TurnChange {
  path: string;
  from: string;
  change: string;
  added: number;
  removed: number;
  prose: boolean;
}

export interface TurnChanges {
  turn: number;
  label: string;
  time: string;
  state: string;
  pin: string;
  added: number;
  removed: number;
  files: TurnChange[];
}

export interface TurnEvent {
  chat: string;
  turn: Turn;
}

export interface TurnFileRequest {
  turn: number;
  path: string;
}

export interface TurnRequest {
  turn: number;
}

export interface Workspace {
  open: boolean;
  dir: string;
  name: string;
  library: boolean;
  problems: string[];
}

export interface Writer {
  id: string;
  name: string;
  detail: string;
  status: string;
}

/** The data of each event topic. */
export interface Topics {
  workspace: Workspace;
  turn: TurnEvent;
  text: TextEvent;
  chats: Chat[];
  approvals: EditSlip[];
  timeline: TimelineState;
  files: FilesEvent;
  export: ExportJob;
  problem: Error;
  settings: Preferences;
}

/** Carries one call to the Go side and brings back its result. */
export type Call = <T>(area: string, method: string, request?: unknown) => Promise<T>;

/** Every operation that the Go side offers. */
export class Client {
  constructor(private readonly call: Call) {}

  readonly workspaces = {
    check: (request: FolderRequest): Promise<FolderCheck> => this.call('Workspaces', 'Check', request),
    choose: (): Promise<FolderCheck> => this.call('Workspaces', 'Choose'),
    close: (): Promise<void> => this.call('Workspaces', 'Close'),
    current: (): Promise<Workspace> => this.call('Workspaces', 'Current'),
    folders: (request: FolderRequest): Promise<Folders> => this.call('Workspaces', 'Folders', request),
    forget: (request: FolderRequest): Promise<RecentWorkspace[]> => this.call('Workspaces', 'Forget', request),
    info: (): Promise<Info> => this.call('Workspaces', 'Info'),
    open: (request: FolderRequest): Promise<Workspace> => this.call('Workspaces', 'Open', request),
    openLibrary: (): Promise<Workspace> => this.call('Workspaces', 'OpenLibrary'),
    recent: (): Promise<RecentWorkspace[]> => this.call('Workspaces', 'Recent'),
    writers: (): Promise<Writer[]> => this.call('Workspaces', 'Writers'),
  };

  readonly chats = {
    list: (): Promise<Chat[]> => this.call('Chats', 'List'),
    modes: (): Promise<ModeChoice[]> => this.call('Chats', 'Modes'),
    new: (): Promise<Chat> => this.call('Chats', 'New'),
    send: (request: SendRequest): Promise<Turn> => this.call('Chats', 'Send', request),
    setMode: (request: ModeRequest): Promise<Chat> => this.call('Chats', 'SetMode', request),
    stop: (request: ChatRequest): Promise<void> => this.call('Chats', 'Stop', request),
    thread: (request: ChatRequest): Promise<Thread> => this.call('Chats', 'Thread', request),
  };

  readonly approvals = {
    clearRules: (): Promise<RuleList> => this.call('Approvals', 'ClearRules'),
    decide: (request: DecideRequest): Promise<EditSlip> => this.call('Approvals', 'Decide', request),
    review: (request: EditRequest): Promise<Review> => this.call('Approvals', 'Review', request),
    revoke: (request: RevokeRequest): Promise<RuleList> => this.call('Approvals', 'Revoke', request),
    rules: (): Promise<RuleList> => this.call('Approvals', 'Rules'),
    waiting: (): Promise<EditSlip[]> => this.call('Approvals', 'Waiting'),
  };

  readonly timeline = {
    compare: (request: CompareRequest): Promise<FileDiff> => this.call('Timeline', 'Compare', request),
    diff: (request: TurnFileRequest): Promise<FileDiff> => this.call('Timeline', 'Diff', request),
    find: (request: FindRequest): Promise<FoundTurn[]> => this.call('Timeline', 'Find', request),
    merge: (request: TurnFileRequest): Promise<MergePlan> => this.call('Timeline', 'Merge', request),
    moment: (request: TurnRequest): Promise<Moment> => this.call('Timeline', 'Moment', request),
    outside: (request: MarkRequest): Promise<OutsideChange> => this.call('Timeline', 'Outside', request),
    outsideDiff: (request: MarkFileRequest): Promise<FileDiff> => this.call('Timeline', 'OutsideDiff', request),
    pin: (request: PinRequest): Promise<TimelineState> => this.call('Timeline', 'Pin', request),
    redo: (request: ForceRequest): Promise<RewindResult> => this.call('Timeline', 'Redo', request),
    restore: (request: RestoreRequest): Promise<RewindResult> => this.call('Timeline', 'Restore', request),
    restoreOutside: (request: MarkFileRequest): Promise<RewindResult> => this.call('Timeline', 'RestoreOutside', request),
    restorePlan: (request: AsOfRequest): Promise<RestorePlan> => this.call('Timeline', 'RestorePlan', request),
    rewind: (request: RewindRequest): Promise<RewindResult> => this.call('Timeline', 'Rewind', request),
    state: (): Promise<TimelineState> => this.call('Timeline', 'State'),
    takeOut: (request: TakeOutRequest): Promise<RewindResult> => this.call('Timeline', 'TakeOut', request),
    takeOutDiff: (request: TurnFileRequest): Promise<FileDiff> => this.call('Timeline', 'TakeOutDiff', request),
    takeOutMerge: (request: TurnFileRequest): Promise<MergePlan> => this.call('Timeline', 'TakeOutMerge', request),
    takeOutPlan: (request: TurnRequest): Promise<TakeOutPlan> => this.call('Timeline', 'TakeOutPlan', request),
    turn: (request: TurnRequest): Promise<TurnChanges> => this.call('Timeline', 'Turn', request),
    undo: (request: ForceRequest): Promise<RewindResult> => this.call('Timeline', 'Undo', request),
  };

  readonly files = {
    list: (request: ListRequest): Promise<FileList> => this.call('Files', 'List', request),
    read: (request: TurnFileRequest): Promise<FileText> => this.call('Files', 'Read', request),
    reveal: (request: PathRequest): Promise<void> => this.call('Files', 'Reveal', request),
  };

  readonly preview = {
    render: (request: PreviewRequest): Promise<PreviewPage> => this.call('Preview', 'Render', request),
  };

  readonly exports = {
    cancel: (request: JobRequest): Promise<ExportJob> => this.call('Exports', 'Cancel', request),
    open: (request: JobRequest): Promise<void> => this.call('Exports', 'Open', request),
    reveal: (request: JobRequest): Promise<void> => this.call('Exports', 'Reveal', request),
    start: (request: ExportRequest): Promise<ExportJob> => this.call('Exports', 'Start', request),
  };

  readonly settings = {
    get: (): Promise<Preferences> => this.call('Settings', 'Get'),
    set: (request: Preferences): Promise<Preferences> => this.call('Settings', 'Set', request),
  };

}
