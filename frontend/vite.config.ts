import { svelte } from '@sveltejs/vite-plugin-svelte';
import { svelteTesting } from '@testing-library/svelte/vite';
import { defineConfig } from 'vitest/config';

// The window is WebKitGTK and `redline serve` is any current browser, so the
// build targets both engines by version; older targets would have light-dark()
// rewritten into something that a theme switch can't reach.
const engines = ['chrome123', 'firefox120', 'safari17.5'];

export default defineConfig({
  plugins: [svelte(), svelteTesting()],
  build: {
    target: engines,
    cssTarget: engines,
    // The content security policy allows fonts and scripts from files only.
    assetsInlineLimit: 0,
    // Go's embed needs the folder in a fresh clone; public/.gitkeep keeps its
    // .gitkeep there through a build.
    emptyOutDir: true,
    chunkSizeWarningLimit: 1200,
  },
  test: {
    environment: 'jsdom',
    include: ['src/**/*.test.ts'],
    setupFiles: ['src/test/setup.ts'],
    restoreMocks: true,
  },
});
