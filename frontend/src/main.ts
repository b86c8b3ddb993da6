import { mount } from 'svelte';
import App from './App.svelte';
import { connect, type Api } from './api/client';
import './styles/base.css';

/** The Go side, or in a fake build the design's example in memory. */
async function api(): Promise<Api> {
  if (import.meta.env.MODE !== 'fake') return connect();
  const { FakeWorkspace } = await import('./api/fake/workspace');
  const wanted = new URLSearchParams(location.search);
  return new FakeWorkspace({ open: !wanted.has('welcome'), settled: wanted.has('settled') }).api;
}

const target = document.getElementById('app');
if (target) mount(App, { target, props: { api: await api() } });
