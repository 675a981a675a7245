// The `start` command: opens the deployment, and loads the server while the database and the simulators start.
import cluster from 'node:cluster'
import { type Command, InvalidArgumentError as CommandFault, Option } from 'commander'
import { openDeployment } from '../../../config/sandbox-deployment.ts'
import { readSettings, type Settings } from '../../../config/settings.ts'
import { unknownSettings, unknownSettingText } from '../../../config/unknown-settings.ts'
import { openLog } from '../../../platform/process/log.ts'
import type { Options } from './serve.ts'

export function addStart(program: Command): void {
  program
    .command('start')
    .description('run the service; in a sandbox with its own database and simulators')
    .addOption(
      new Option('--role <role>', 'what this process runs').choices(['all', 'api', 'worker']).default('all'),
    )
    .option('--workers <n>', 'how many processes serve requests on one port', countOption, 1)
    .option('--json', 'print one line of JSON when the service is ready')
    .action((options: Options) => (cluster.isWorker ? serveForSupervisor() : start(options)))
}

function countOption(text: string): number {
  const count = Number(text)
  if (Number.isInteger(count) && count >= 1 && count <= 64) return count
  throw new CommandFault(`${text} is not a whole number from 1 to 64`)
}

async function start({ role, workers, json }: Options): Promise<void> {
  const settings = readSettings(process.env)
  warnOfUnknownSettings(settings)
  const loadServer = () => import('./serve.ts')
  const deployment = await openDeployment(settings, { serve: role, meanwhile: loadServer })
  const { serve } = await loadServer()
  await serve(deployment, { role, workers, ...(json && { json }) })
}

async function serveForSupervisor(): Promise<void> {
  const { runApiProcess } = await import('./api-processes.ts')
  await runApiProcess()
}

/** Runs first, because a later failure may be caused by it, and writes unbuffered, so that the warning is not lost. */
function warnOfUnknownSettings({ LOG_LEVEL }: Settings): void {
  const log = openLog(LOG_LEVEL, process.stderr)
  for (const unknown of unknownSettings(process.env))
    log.warn(unknownSettingText(unknown), { setting: unknown.name })
}
