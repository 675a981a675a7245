// The product as it is wired for a deployment, with simulated upstreams. Its process may die and restart.
import { openSystem, type System } from '../../../server/composition/system.ts'
import type { Outside } from '../../../server/composition/upstreams.ts'
import { operatorCodes } from '../../../server/kernel/operators.ts'
import { type Database, databaseOn } from '../../../server/platform/database/database.ts'
import { silentLog } from '../../../server/platform/process/log.ts'
import type { Clock } from '../../../server/platform/time/clock.ts'
import type { Faults } from '../kernel/faults.ts'
import type { Outages } from '../kernel/outages.ts'
import type { Wire } from '../kernel/upstream.ts'
import type { CardBooks } from '../upstreams/card-gateway/books.ts'
import { openSimulatedGateway } from '../upstreams/card-gateway/gateway.ts'
import { openMailServer } from '../upstreams/mail-server.ts'
import { openMerchantServers, type Received } from '../upstreams/merchant-servers.ts'
import type { OperatorBooks } from '../upstreams/operator/books.ts'
import type { Report } from '../upstreams/operator/callbacks.ts'
import { openSimulatedOperator } from '../upstreams/operator/operator.ts'
import { openSimulatedRates } from '../upstreams/rates.ts'
import { openSimulatedPools, type SimulatedPools } from './pool.ts'
import type { StatementChanges, StoreFault } from './session.ts'
import { settingsOf } from './settings.ts'
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
  outages: Outages
}

export function openService(needs: Needs): Service {
  const { store, wire, clock, changes, outages } = needs
  const { boundary, chance, faults } = wire
  let pools: SimulatedPools | undefined
  let system: System | undefined
  let isUp = false
  const knownCells = openKnownCells(needs)
  return {
    get system() {
      return system
    },
    get isUp() {
      return isUp
    },
    async start() {
      isUp = false
      await pools?.rollbackDead()
      system?.metrics.close()
      const opened = openSimulatedPools(store, boundary, {
        chooseFault: () => chooseFault(faults),
        waitMs: () => chance.spread(0.1, 4),
        chance,
        outages,
        changes,
      })
      pools = opened
      const mine = boundary.living()
      system = openSystem(settingsOf(knownCells()), {
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

/**
 * Returns how many cells the next process knows. One that was started before the last cell was added is replaced some time later by one that
 * knows it.
 */
function openKnownCells({ store, wire: { boundary, time, chance, faults } }: Needs): () => number {
  let known = 0
  return () => {
    const wasWhole = known !== store.cells - 1
    known = store.cells
    if (known === 1 || !wasWhole || !faults.happens('process does not know the last cell')) return known
    const mine = boundary.living()
    time.after(chance.spread(minute, 20 * minute), () => {
      if (mine === boundary.living()) boundary.end('of a release with fewer cells')
    })
    known = store.cells - 1
    return known
  }
}

const minute = 60_000

function outsideOf({ store, wire, upstreams, report }: Needs, pools: SimulatedPools): Outside {
  const databases = new Map<number, Database>()
  const settings = settingsOf(store.cells)
  const { cards, operators, inbox, mailbox } = upstreams
  return {
    openDatabase(_, { cell = 1 }) {
      const database = databases.get(cell) ?? databaseOn(pools.at(cell), cell)
      databases.set(cell, database)
      return database
    },
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
