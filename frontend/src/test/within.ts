import { render } from '@testing-library/svelte';
import userEvent from '@testing-library/user-event';
import type { Component } from 'svelte';
import { FakeWorkspace, type FakeOptions } from '../api/fake/workspace';
import { App } from '../state/app.svelte';
import Within from './Within.svelte';

/** An app on the example workspace that has loaded everything. */
export async function startedApp(options?: FakeOptions) {
  const fake = new FakeWorkspace(options);
  const app = new App(fake.api);
  app.start();
  await settled();
  return { fake, app, api: fake.api };
}

/** Lets every answer of the fake arrive. */
export async function settled() {
  for (let turn = 0; turn < 40; turn++) await Promise.resolve();
}

/** Draws a component below a started app. */
export async function shown<Props extends Record<string, unknown>>(
  of: Component<Props>,
  given: Props,
  options?: FakeOptions,
) {
  const started = await startedApp(options);
  const props = { app: started.app, of: of as unknown as Component<Record<string, unknown>>, given };
  return { ...started, user: userEvent.setup(), ...render(Within, { props }) };
}
