// The pages for merchants and for admins: two apps, built separately, so that neither contains the other's code.
// The app is Vite's mode: `vite build --mode portal`, or `vite --mode portal` to work on it beside a running
// sandbox.
import { defineConfig } from 'vite'
import { iconAddress } from './scripts/pages/build-icon.ts'

const service = process.env.BASE_URL ?? 'http://localhost:8080'

export default defineConfig(({ mode: app }) => ({
  root: `web/${app}`,
  base: `/${app}/`,
  publicDir: false,
  oxc: { jsx: { runtime: 'automatic', importSource: 'preact' } },
  plugins: [
    {
      name: 'icon',
      transformIndexHtml: { order: 'pre', handler: (page) => page.replace('{icon}', iconAddress) },
    },
  ],
  build: {
    outDir: `../dist/${app}`,
    emptyOutDir: true,
    target: 'es2022',
    modulePreload: { polyfill: false },
    reportCompressedSize: false,
  },
  server: { proxy: { '/api': service, '/pl': service } },
}))
