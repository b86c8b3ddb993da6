import type {
  Block,
  Chat,
  DecideRequest,
  EditSlip,
  ExportJob,
  ExportRequest,
  FileEntry,
  FolderRequest,
  ListRequest,
  ModeRequest,
  Moment,
  Preferences,
  RewindRequest,
  RewindResult,
  RevokeRequest,
  Rule,
  RuleList,
  SendRequest,
  TimelineState,
  Turn,
  Workspace,
} from '../types.gen';
import { Failure } from '../failure';
import * as example from './example';
import { FakeApi, type Answers } from './fake';
import * as pages from './pages';
import { past } from './past';
import { reviews } from './reviews';

export interface FakeOptions {
  /** Whether a folder is open when the page starts. */
  open?: boolean;
  /** Ends the fourteenth turn, so that nothing runs. */
  settled?: boolean;
}

/** The example workspace of the design, sea-level-notes, with its 14 turns. */
export class FakeWorkspace {
  readonly api: FakeApi;
  chats: Chat[] = structuredClone(example.chats);
  turns: Turn[] = structuredClone(example.turns);
  rules: Rule[] = structuredClone(example.rules);
  head = 14;
  undone = new Set<number>();
  preferences: Preferences = { ...example.preferences };
  workspace: Workspace;
  job?: ExportJob;

  constructor({ open = true, settled = false }: FakeOptions = {}) {
    this.workspace = open ? this.#folder('/home/ines/Documents/sea-level-notes') : this.#folder('');
    if (settled) this.#settle();
    this.api = new FakeApi({ ...this.#workspaces(), ...this.#talk(), ...this.#line(), ...this.#content() });
  }

  get waiting(): EditSlip[] {
    return this.#slips().filter((slip) => slip.status === 'waiting' || slip.status === 'queued');
  }

  get timeline(): TimelineState {
    const turns = this.turns.map((turn) => {
      const known = example.timelineTurns.find((t) => t.number === turn.number);
      const base = known ?? { ...this.#bareTurn(turn), chat: 'newlyn' };
      const waiting = turn.number === 14 ? this.waiting.length : 0;
      const counts = waiting === 0 && turn.number >= 14 ? this.#counts(turn) : {};
      const state = this.undone.has(turn.number) ? 'undone' : 'kept';
      return { ...base, ...counts, state, waiting, running: turn.status === 'running' };
    });
    return { turns, head: this.head, canUndo: this.head > 0, redo: Math.max(0, ...this.undone), outside: example.outside, usage: example.usage };
  }

  /** Adds words to the turn that runs, as a model does. */
  stream(text: string) {
    const turn = this.turns.at(-1);
    if (!turn) return;
    const block = turn.blocks.length - 1;
    (turn.blocks[block] as Block).text += text;
    this.api.emit('text', { chat: 'newlyn', turn: turn.index, block, text });
  }

  /** Says how a turn stands now. */
  tell(turn: Turn) {
    this.api.emit('turn', { chat: 'newlyn', turn });
    this.api.emit('approvals', this.waiting);
    this.api.emit('timeline', this.timeline);
  }

  #workspaces(): Answers {
    const info = { version: '0.1.0', platform: 'linux', native: false, home: '/home/ines/.local/share', problem: '' };
    const check = ({ dir }: FolderRequest) => {
      const name = dir.slice(dir.lastIndexOf('/') + 1);
      return { dir, name, files: 11, library: dir.endsWith('Redline'), problem: '' };
    };
    return {
      'Workspaces.Info': () => info,
      'Workspaces.Current': () => this.workspace,
      'Workspaces.Recent': () => example.recent,
      'Workspaces.Writers': () => example.writers,
      'Workspaces.Check': check,
      'Workspaces.Folders': ({ dir }: FolderRequest) => ({
        dir: dir || '/home/ines',
        parent: dir === '/' ? '' : '/home',
        folders: ['Documents', 'Pictures', 'src'],
      }),
      'Workspaces.Open': ({ dir }: FolderRequest) => (this.workspace = this.#folder(dir)),
      'Workspaces.OpenLibrary': () => (this.workspace = { ...this.#folder('/home/ines/Redline'), library: true }),
      'Workspaces.Forget': ({ dir }: FolderRequest) => example.recent.filter((r) => r.dir !== dir),
      'Settings.Get': () => this.preferences,
      'Settings.Set': (request: Preferences) => (this.preferences = request),
    };
  }

  #talk(): Answers {
    return {
      'Chats.List': () => this.chats,
      'Chats.New': () => {
        const chat = { id: `chat-${this.chats.length}`, title: '', updated: '', turns: 0, running: false, waiting: 0, mode: 'ask' };
        this.chats = [chat, ...this.chats];
        return chat;
      },
      'Chats.Thread': ({ chat }: { chat: string }) => ({
        chat: this.chats.find((c) => c.id === chat),
        turns: chat === 'newlyn' ? this.turns : [],
      }),
      'Chats.Send': (request: SendRequest) => this.#send(request),
      'Chats.Stop': () => this.#stop(),
      'Chats.Modes': () => example.modes,
      'Chats.SetMode': ({ chat, mode }: ModeRequest) => {
        this.chats = this.chats.map((c) => (c.id === chat ? { ...c, mode } : c));
        return this.chats.find((c) => c.id === chat);
      },
      'Approvals.Waiting': () => this.waiting,
      'Approvals.Review': ({ edit }: { edit: string }) => reviews[edit],
      'Approvals.Decide': (request: DecideRequest) => this.#decide(request),
      'Approvals.Rules': () => ({ rules: this.rules, problem: '' }),
      'Approvals.Revoke': ({ rules }: RevokeRequest) => this.#keep((rule) => !rules.includes(rule.id)),
      'Approvals.ClearRules': () => this.#keep(() => false),
    };
  }

  #line(): Answers {
    return {
      'Timeline.State': () => this.timeline,
      'Timeline.Moment': ({ turn }: { turn: number }) => this.#moment(turn),
      'Timeline.Rewind': ({ turn, keep }: RewindRequest) => this.#move(turn, keep),
      'Timeline.Undo': () => this.#move(this.head - 1, []),
      'Timeline.Redo': () => this.#move(this.timeline.redo, []),
      ...past(this),
    };
  }

  #content(): Answers {
    return {
      'Files.Read': ({ path }: { path: string }) =>
        pages.fileText(path, Object.values(reviews).find((r) => r.path === path)?.before ?? 'one\ntwo\n'),
      'Preview.Render': ({ path }: { path: string }) => pages.page(path),
      'Exports.Start': (request: ExportRequest) => this.#export(request),
      'Exports.Cancel': () => ({ ...this.job, status: 'cancelled' }),
      'Timeline.Diff': ({ path }: { path: string }) => pages.diff(path),
      'Files.List': ({ dir, turn }: ListRequest) => ({ dir, entries: this.#list(dir, turn), cut: '' }),
    };
  }

  /** An export that stands at page 4 of 6 until it is told to go on. */
  #export({ path, format }: ExportRequest): ExportJob {
    const output = `exports/${path.slice(path.lastIndexOf('/') + 1).replace(/\.\w+$/, '')}.${format}`;
    this.job = { id: 'export-1', path, format, output, status: 'running', page: 4, pages: 6, bytes: 0, warnings: [], error: '', exists: false };
    return this.job;
  }

  #list(dir: string, turn: number): FileEntry[] {
    const entries = example.listings[dir] ?? [];
    if (turn !== 9) return entries;
    const then = entries.filter((e) => e.path !== 'analysis/trend_test.go');
    return then.map((e) => {
      const marks = e.path === 'notes/newlyn.md' ? { status: 'edited', added: 11, removed: 26 } : { status: '' };
      return { ...e, added: 0, removed: 0, ...marks };
    });
  }

  #send({ text }: SendRequest): Turn {
    if (this.turns.some((turn) => turn.status === 'running')) {
      throw new Failure({ code: 'running', message: 'The agent is still working. Stop it first, or wait.' });
    }
    const number = (this.turns.at(-1)?.number ?? 0) + 1;
    const time = example.exampleNow.toISOString();
    const reply: Block = { kind: 'text', text: '', tool: null, edit: null };
    const turn: Turn = { index: number, number, prompt: text, time, status: 'running', error: '', blocks: [reply] };
    this.turns = [...this.turns, turn];
    this.head = number;
    this.tell(turn);
    return turn;
  }

  #stop() {
    const turn = this.turns.find((t) => t.status === 'running');
    if (!turn) return;
    turn.status = 'stopped';
    for (const block of turn.blocks) {
      if (block.edit?.status === 'waiting' || block.edit?.status === 'queued') block.edit.status = 'withdrawn';
    }
    this.tell(turn);
  }

  #keep(keep: (rule: Rule) => boolean): RuleList {
    this.rules = this.rules.filter(keep);
    return { rules: this.rules, problem: '' };
  }

  #decide({ edit, all }: DecideRequest): EditSlip {
    const slip = this.#slips().find((s) => s.id === edit);
    const turn = this.turns.find((t) => t.blocks.some((b) => b.edit?.id === edit));
    if (!slip || !turn) throw new Failure({ code: 'not_found', message: 'That edit is no longer there.' });
    slip.status = all === 'approve' ? 'approved' : 'rejected';
    slip.accepted = all === 'approve' ? slip.changes : 0;
    slip.decided = example.exampleNow.toISOString();
    const next = this.#slips().find((s) => s.status === 'queued');
    if (next) next.status = 'waiting';
    this.tell(turn);
    return slip;
  }

  #move(turn: number, kept: string[]): RewindResult {
    const restored = this.#moment(turn).files.map((f) => f.path);
    this.head = turn;
    this.undone = new Set(this.turns.map((t) => t.number).filter((n) => n > turn));
    this.api.emit('timeline', this.timeline);
    return { turn, restored: restored.filter((path) => !kept.includes(path)), kept };
  }

  #moment(turn: number): Moment {
    const entry = this.timeline.turns.find((t) => t.number === turn);
    const file = (path: string, change: string, added: number, removed: number, note = '') => {
      return { path, change, added, removed, note, prose: path.endsWith('.md') };
    };
    return {
      turn,
      label: entry?.label ?? '',
      time: entry?.time ?? '',
      files: [
        file('notes/newlyn.md', 'edited', 6, 13),
        file('notes/brest.md', 'edited', 2, 18),
        file('analysis/trend.go', 'edited', 10, 13),
        file('analysis/trend_test.go', 'deleted', 0, 24, 'new in turn 11, will be removed'),
      ],
      conflicts: [{ path: 'references.bib', changed: new Date(2026, 5, 17, 11, 20).toISOString(), gone: false }],
      unrestorable: [],
    };
  }

  #settle() {
    for (const turn of this.turns) turn.status = 'done';
    for (const slip of this.#slips().filter((s) => s.status === 'waiting' || s.status === 'queued')) {
      Object.assign(slip, { status: 'approved', accepted: slip.changes, decided: example.exampleNow.toISOString() });
    }
    this.chats = this.chats.map((chat) => ({ ...chat, running: false, waiting: 0 }));
  }

  #slips(): EditSlip[] {
    return this.turns.flatMap((turn) => turn.blocks.flatMap((block) => block.edit ?? []));
  }

  #counts(turn: Turn) {
    const slips = turn.blocks.flatMap((b) => b.edit ?? []).filter((s) => s.status === 'approved');
    const sum = (pick: (s: EditSlip) => number) => slips.reduce((total, s) => total + pick(s), 0);
    return { files: slips.length, added: sum((s) => s.added), removed: sum((s) => s.removed) };
  }

  #bareTurn({ number, prompt, time }: Turn) {
    return { number, label: prompt.slice(0, 60), time, files: 0, added: 0, removed: 0, pin: '' };
  }

  #folder(dir: string): Workspace {
    return { open: dir !== '', dir, name: dir.slice(dir.lastIndexOf('/') + 1), library: false, problems: [] };
  }
}
