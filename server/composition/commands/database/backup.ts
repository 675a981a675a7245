// The `backup` and `restore` commands.
import type { Command } from 'commander'
import type { CompleteSettings } from '../../../config/settings.ts'
import { backUp, cellsOf, readManifest, restore } from '../../../platform/database/backup.ts'
import { migrate } from '../../../platform/database/migrations.ts'
import { version } from '../../../platform/process/version.ts'
import { checkRetainedKeyRow } from '../../../platform/retained-keys.ts'
import { systemClock } from '../../../platform/time/clock.ts'
import { print } from '../print.ts'
import { sandboxSecrets, withSettings } from '../with-database.ts'

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
        // Reports a mistake in the path or in the settings before the database is touched.
        refuseCellsBeyond(settings, cellsOf(await readManifest(directory)))
        // Detects a wrong master key while the database is still empty.
        const manifest = await restore(settings.DATABASE_URL, directory, {
          table: 'control.earlier_key',
          row: (text) => checkRetainedKeyRow(settings, text),
        })
        await migrate(settings.DATABASE_URL, { cells: settings.CELLS })
        await sandboxSecrets(settings)
        print(summary(manifest), options)
      }),
    )
}

function refuseCellsBeyond({ CELLS }: CompleteSettings, cells: number): void {
  if (cells > CELLS)
    throw new Error(`CELLS is ${CELLS}, but the backup has ${cells} cells: set CELLS=${cells}`)
}

function summary({ made_at, version, migrations, tables }: Awaited<ReturnType<typeof backUp>>) {
  const rows = tables.reduce((sum, table) => sum + table.rows, 0)
  return { made_at, version, migrations: migrations.length, tables: tables.length, rows }
}

export function addMigrate(program: Command): void {
  program
    .command('migrate')
    .description('apply pending database migrations')
    .option('--json', 'print one JSON object')
    .action(({ json }: { json?: boolean }) =>
      withSettings(async ({ DATABASE_URL, CELLS: cells }) => {
        const applied = await migrate(DATABASE_URL, { cells })
        if (json) console.log(JSON.stringify({ applied }))
        else
          console.log(
            applied.length === 0 ? 'nothing to do' : applied.map((name) => `applied ${name}`).join('\n'),
          )
      }),
    )
}
