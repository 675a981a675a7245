// The product as it is wired for a deployment, with simulated upstreams. Its process may die and restart.
import { openSystem, type System } from '../../../server/composition/system.ts'
import type { Outside } from '../../../server/composition/upstreams.ts'
import { operatorCodes } from '../../../server/kernel/operators.ts'
import { databaseOn } from '../../../server/platform/database/database.ts'
import { silentLog } from '../../../server/platform/process/log.ts'
import type { Clock } from '../../../server/platform/time/clock.ts'
import type { Faults } from '../kernel/faults.ts'
import type { Wire } from '../kernel/upstream.ts'
import type { CardBooks } from '../upstreams/card-gateway/books.ts'
import { openSimulatedGateway } from '../upstreams/card-gateway/gateway.ts'
import { openMailServer } from '../upstreams/mail-server.ts'
import { openMerchantServers, type Received } from '../upstreams/merchant-servers.ts'
import type { OperatorBooks } from '../upstreams/operator/books.ts'
import type { Report } from '../upstreams/operator/callbacks.ts'
import { openSimulatedOperator } from '../upstreams/operator/operator.ts'
import { openSimulatedRates } from '../upstreams/rates.ts'
import { openSimulatedPool, type SimulatedPool } from './pool.ts'
import type { StatementChanges, StoreFault } from './session.ts'
import { settings } from './settings.ts'
import type { Store } from './store.ts'

export type Service = {
  /** The system of the process that is running or starting. */
  readonly system: System | undefined
  readonly isUp: boolean
  /** Restarts the process, after rolling back what a dead one had open. */
  start(): Promise<void>
}

type Needs = {
  store: Store
  wire: Wire
  clock: Clock
  upstreams: { cards: CardBooks; operators: OperatorBooks; inbox: Received[]; mailbox: string[] }
  /** Delivers a callback to the service. */
  report: Report
  changes: StatementChanges | undefined
}

export function openService(needs: Needs): Service {
  const { store, wire, clock, changes } = needs
  const { boundary, chance, faults } = wire
  let pool: SimulatedPool | undefined
  let system: System | undefined
  let isUp = false
  return {
    get system() {
      return system
    },
    get isUp() {
      return isUp
    },
    async start() {
      isUp = false
      await pool?.rollbackDead()
      system?.metrics.close()
      const opened = openSimulatedPool(store, boundary, {
        chooseFault: () => chooseFault(faults),
        waitMs: () => chance.spread(0.1, 4),
        chance,
        changes,
      })
      pool = opened
      const mine = boundary.living()
      system = openSystem(settings, {
        clock,
        log: {
          ...silentLog,
          error: (message, fields) => process.env.SIMULATION_LOG && console.log(message, fields),
        },
        outside: outsideOf(needs, opened),
      })
      void system.app.ready().then(() => {
        isUp = mine === boundary.living()
      })
    },
  }
}

function outsideOf({ wire, upstreams, report }: Needs, pool: SimulatedPool): Outside {
  const database = databaseOn(pool)
  const { cards, operators, inbox, mailbox } = upstreams
  return {
    openDatabase: () => database,
    openGateways: (_, needs) => {
      void needs
      const gateway = openSimulatedGateway(wire, cards, settings.CARD_GATEWAY_TIMEOUT_SECONDS * 1_000)
      return () => gateway
    },
    openOperator: (connection, { timeoutMs }) => {
      const code = operatorCodes.find((known) => connection.url.includes(known))!
      const { protocol } = connection
      return openSimulatedOperator(wire, operators, { code, protocol, timeoutMs, report })
    },
    openRateProvider: () => openSimulatedRates(wire),
    openOutbound: () => openMerchantServers(wire, inbox),
    openChannels: () => ({ inbox: openMailServer(wire, mailbox) }),
  }
}

function chooseFault(faults: Faults): StoreFault {
  if (faults.happens('statement refused')) return 'refused'
  if (faults.happens('statement reply lost')) return 'lost_reply'
  return faults.happens('serialization failure') ? 'serialization' : 'none'
}
