// The process under test: the product as it is, or with one module replaced, which makes it a control.
import { registerHooks } from 'node:module'
import type { CompleteSettings } from '../server/system.ts'

const replacements: Record<string, [module: string, by: string]> = {
  'no database': ['../server/platform/database.ts', './controls/no-database.ts'],
  'row by row': ['../server/platform/batch.ts', './controls/no-batching.ts'],
}

const replacement = replacements[process.argv[2] ?? '']?.map((path) => new URL(path, import.meta.url).href)
if (replacement) {
  const [module, by] = replacement as [string, string]
  registerHooks({
    resolve(specifier, context, next) {
      const resolved = next(specifier, context)
      return resolved.url === module && context.parentURL !== by ? { ...resolved, url: by } : resolved
    },
  })
}

const { readSettings } = await import('../server/settings.ts')
const { openSystem } = await import('../server/system.ts')

const settings = readSettings(process.env)
const system = openSystem(settings as CompleteSettings, { role: 'api' })
await system.app.listen({ host: '127.0.0.1', port: settings.PORT })

// Ctrl-C is for the parent; when it lets go of the channel, or dies, this process ends.
process.on('SIGINT', () => {})
process.on('disconnect', () => system.close().finally(() => process.exit()))
process.on('message', () => {
  const { user, system: kernel } = process.cpuUsage()
  process.send?.({
    cpuMicroseconds: user + kernel,
    statements: system.db.counted.statements,
    memoryBytes: process.memoryUsage.rss(),
  })
})
process.send?.('ready')
