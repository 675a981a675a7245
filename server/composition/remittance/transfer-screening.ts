// Screening of transfers: chooses the screener of an environment, and records the screening with the transfer and its hold.
import { openYente } from '../../adapters/screening/yente/adapter.ts'
import { openListScreeners } from '../../compliance/screening/list-screener.ts'
import { type ScreeningNeeds, screenParties } from '../../compliance/screening/screening.ts'
import { sealScreening } from '../../compliance/screening/screening-record.ts'
import type { CompleteSettings } from '../../config/settings.ts'
import type { Environment } from '../../kernel/environment.ts'
import type { Database } from '../../platform/database/database.ts'
import type { Log } from '../../platform/observability/log.ts'
import type { Clock } from '../../platform/time/clock.ts'
import type { InboundNeeds } from '../../remittance/acceptance/inbound.ts'

/** A sandbox uses our own watchlist. Production uses the configured screening server, or else the imported lists. */
export function openScreeners(settings: CompleteSettings, needs: { db: Database; log: Log }) {
  const lists = openListScreeners(needs)
  const { SCREENING_URL: baseUrl, SCREENING_DATASET: dataset, SCREENING_KEY: apiKey } = settings
  const server =
    baseUrl === undefined ? undefined : openYente({ baseUrl, dataset, ...(apiKey && { apiKey }) }, needs)
  return {
    find: (environment: Environment) =>
      (environment === 'production' ? server : undefined) ?? lists.screenerFor(environment),
    listVersions: async () => ({
      sandbox: await lists.screenerFor('sandbox').listVersion(),
      production: await lists.screenerFor('production').listVersion(),
    }),
    close: async () => server?.close(),
  }
}

/** Screens the parties of a transfer before it is accepted. */
export function screenTransfer(needs: ScreeningNeeds, clock: Clock): InboundNeeds['screen'] {
  return async (environment, parties) => {
    const screening = await screenParties(needs, environment, parties)
    return {
      hold: screening.decision === 'hold',
      detail: screening.detail,
      sealed: sealScreening(needs.secrets, { environment, screening, now: clock.now() }),
    }
  }
}
