// Lists how each operator is reached, and the callback URL to register in the operator's portal.
import type { Command } from 'commander'
import { openDeployment } from '../../config/sandbox-deployment.ts'
import type { CompleteSettings } from '../../config/settings.ts'
import type { Environment } from '../../kernel/environment.ts'
import type { OperatorCode } from '../../kernel/operators.ts'
import { operatorCodes } from '../../kernel/operators.ts'
import { openMasterSecrets } from '../../platform/security/retained-keys.ts'
import { callbackUrl } from '../../remittance/payouts/payout.ts'
import { commandSettings } from './command-settings.ts'

export type ConfiguredOperator = {
  environment: Environment
  operator: OperatorCode
  protocol: string
  url: string
}

export function addOperators(program: Command): void {
  program
    .command('operators')
    .description('list the configured mobile-money operators and the callback URL of each')
    .option('--json', 'print one JSON array')
    .action(async ({ json }: { json?: boolean }) => {
      const deployment = await openDeployment(commandSettings(), { serve: false })
      try {
        const rows = addresses(deployment.settings)
        if (json) console.log(JSON.stringify(rows))
        else for (const row of rows) console.log(Object.values(row).join('  '))
      } finally {
        await deployment.stop()
      }
    })
}

function addresses(settings: CompleteSettings) {
  const secrets = openMasterSecrets(settings)
  return configuredOperators(settings).map((row) => ({
    ...row,
    callback_url: callbackUrl({ secrets, baseUrl: settings.BASE_URL }, row.environment, row.operator),
  }))
}

export function configuredOperators({
  operators,
}: Pick<CompleteSettings, 'operators'>): ConfiguredOperator[] {
  return (['sandbox', 'production'] as const).flatMap((environment) =>
    operatorCodes.flatMap((operator) => {
      const connection = operators[environment]?.[operator]
      return connection ? [{ environment, operator, protocol: connection.protocol, url: connection.url }] : []
    }),
  )
}
