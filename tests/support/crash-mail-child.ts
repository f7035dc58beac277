// The child of crash-child.ts for mails: they are written in HTML, by code that has to be compiled, which React does
// only outside a server build.
import path from 'node:path'
import { createViteServer } from 'vitest/node'

const vite = await createViteServer({
  configFile: false,
  appType: 'custom',
  logLevel: 'error',
  server: { middlewareMode: true, ws: false, watch: null },
  optimizeDeps: { noDiscovery: true },
  resolve: { alias: { 'server-only': path.resolve('node_modules/server-only/empty.js') } },
})
await vite.ssrLoadModule('/tests/support/crash-child.ts')
