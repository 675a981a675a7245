// The `backup` and `restore` commands.
import type { Command } from 'commander'
import { openDeployment } from '../../config/sandbox-deployment.ts'
import type { CompleteSettings } from '../../config/settings.ts'
import { backUp, readManifest, restore } from '../../platform/database/backup.ts'
import { version } from '../../platform/process/version.ts'
import { checkRetainedKeyRow } from '../../platform/security/retained-keys.ts'
import { systemClock } from '../../platform/time/clock.ts'
import { commandSettings } from './command-settings.ts'
import { print } from './support/print.ts'
import { sandboxSecrets } from './support/sandbox-secrets.ts'

export function addBackup(program: Command): void {
  program
    .command('backup <directory>')
    .description('copy a consistent snapshot of the database into an empty directory, while the service runs')
    .option('--json', 'print one JSON object')
    .action((directory: string, options: { json?: boolean }) =>
      withSettings(async ({ DATABASE_URL }) => {
        const manifest = await backUp(DATABASE_URL, directory, { version, now: systemClock.now() })
        print(summary(manifest), options)
      }),
    )

  program
    .command('restore <directory>')
    .description('fill an empty database from a backup; nothing else may use it meanwhile')
    .option('--json', 'print one JSON object')
    .action((directory: string, options: { json?: boolean }) =>
      withSettings(async (settings) => {
        // Reports a mistake in the path before the database is touched.
        await readManifest(directory)
        // Detects a wrong master key while the database is still empty.
        const manifest = await restore(settings.DATABASE_URL, directory, {
          table: 'earlier_key',
          row: (text) => checkRetainedKeyRow(settings, text),
        })
        await sandboxSecrets(settings)
        print(summary(manifest), options)
      }),
    )
}

async function withSettings(work: (settings: CompleteSettings) => Promise<void>): Promise<void> {
  const deployment = await openDeployment(commandSettings(), { serve: false })
  try {
    await work(deployment.settings)
  } finally {
    await deployment.stop()
  }
}

function summary({ made_at, version, migrations, tables }: Awaited<ReturnType<typeof backUp>>) {
  const rows = tables.reduce((sum, table) => sum + table.rows, 0)
  return { made_at, version, migrations: migrations.length, tables: tables.length, rows }
}
