// The `migrate` command: applies pending database migrations.
import type { Command } from 'commander'
import { openDeployment } from '../../config/sandbox-deployment.ts'
import { migrate } from '../../platform/database/migrations.ts'
import { commandSettings } from './command-settings.ts'

export function addMigrate(program: Command): void {
  program
    .command('migrate')
    .description('apply pending database migrations')
    .option('--json', 'print one JSON object')
    .action(async ({ json }: { json?: boolean }) => {
      const deployment = await openDeployment(commandSettings(), { serve: false })
      try {
        const applied = await migrate(deployment.settings.DATABASE_URL)
        if (json) console.log(JSON.stringify({ applied }))
        else
          console.log(
            applied.length === 0 ? 'nothing to do' : applied.map((name) => `applied ${name}`).join('\n'),
          )
      } finally {
        await deployment.stop()
      }
    })
}
