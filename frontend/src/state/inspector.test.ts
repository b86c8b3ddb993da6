import { beforeEach, describe, expect, it } from 'vitest';
import { newlynEdit, trendEdit } from '../api/fake/example';
import { FakeApi } from '../api/fake/fake';
import * as pages from '../api/fake/pages';
import { FakeWorkspace } from '../api/fake/workspace';
import type { PreviewRequest } from '../api/types.gen';
import { App } from './app.svelte';

let api: FakeApi;
let app: App;

beforeEach(async () => {
  api = new FakeWorkspace().api;
  app = new App(api);
  await app.timeline.load();
});

const asked = () => api.requests('Preview.Render').at(-1) as PreviewRequest;

describe('what the preview shows', () => {
  it('is the file whose edit waits, as it is proposed', async () => {
    await app.review.load();
    await app.inspector.load();
    expect(asked()).toEqual({ path: 'notes/newlyn.md', turn: 0, edit: 'edit-newlyn' });
    expect(app.inspector.page?.changes).toBe(3);
  });

  it('is the file on disk when none of its edits waits', async () => {
    app.inspector.show('notes/brest.md');
    await app.inspector.load();
    expect(asked()).toEqual({ path: 'notes/brest.md', turn: 0, edit: '' });
  });

  it('is the file as of the turn that is looked at', async () => {
    await app.review.load();
    app.timeline.view(9);
    app.inspector.tab = 'preview';
    await app.inspector.load();
    expect(asked()).toEqual({ path: 'notes/newlyn.md', turn: 9, edit: '' });
  });

  it('drops an answer that came after another file was picked', async () => {
    const late: (() => void)[] = [];
    api.answers['Preview.Render'] = ({ path }: PreviewRequest) =>
      new Promise((resolve) => late.push(() => resolve(pages.page(path))));
    app.inspector.show('a.md');
    const first = app.inspector.load();
    app.inspector.show('b.md');
    const second = app.inspector.load();
    late[1]?.();
    late[0]?.();
    await Promise.all([first, second]);
    expect(app.inspector.page?.path).toBe('b.md');
    expect(app.inspector.loading).toBe(false);
  });

  it('says why a file can’t be shown, and shows the next one', async () => {
    api.refuse('Preview.Render', { code: 'not_found', message: 'gone.md is not there.' });
    app.inspector.show('gone.md');
    await app.inspector.load();
    expect(app.inspector.problem?.message).toBe('gone.md is not there.');
    expect(app.notices.failure).toBeUndefined();
    app.inspector.show('analysis/trend.go');
    await app.inspector.load();
    expect(app.inspector.problem).toBeUndefined();
    expect(app.inspector.text?.path).toBe('analysis/trend.go');
  });
});

describe('the tabs', () => {
  it('begin with the changes when a turn is looked at, and come back', () => {
    app.inspector.tab = 'file';
    app.timeline.view(9);
    expect(app.inspector.tab).toBe('changes');
    app.timeline.now();
    expect(app.inspector.tab).toBe('file');
  });

  it('make way for a file that is picked', () => {
    app.inspector.tab = 'changes';
    app.inspector.show('notes/brest.md');
    expect(app.inspector.tab).toBe('preview');
  });
});

it('keeps the file of an edit on screen after it was answered, until the next one waits', async () => {
  await app.review.load();
  await app.inspector.load();
  app.review.hear({ topic: 'approvals', data: [] });
  expect(app.inspector.path).toBe(newlynEdit.path);
  app.review.hear({ topic: 'approvals', data: [trendEdit] });
  expect(app.inspector.path).toBe(trendEdit.path);
});

it('keeps the file that was picked when another edit waits', () => {
  app.inspector.show('notes/brest.md');
  app.review.hear({ topic: 'approvals', data: [trendEdit] });
  expect(app.inspector.path).toBe('notes/brest.md');
});
