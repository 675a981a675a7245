// Three PostgreSQL servers under Patroni, and what a drill does to the one that is the primary.
import { execFileSync } from 'node:child_process'
import { chmodSync, existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { freePort } from '../../server/platform/process/free-port.ts'
import type { Etcd } from './etcd.ts'
import { asked, hasEnded, makeFolder, type Place, type Run, run, until } from './place.ts'
import type { Tools } from './tools.ts'

export type Member = { name: string; port: number; restPort: number; data: string }
export type MemberState = {
  name: string
  role: string
  state: string
  timeline?: number
  lag?: number | string
}

export type Cluster = {
  members: Member[]
  /** The primary that etcd knows. */
  leader(): Promise<Member>
  /** True when all three follow one timeline and one of them is a synchronous standby. */
  isWhole(): Promise<boolean>
  states(): Promise<MemberState[]>
  /** Patroni and PostgreSQL at once, with -9. */
  kill(member: Member): void
  /** PostgreSQL alone, with -9: Patroni is there to see it. */
  crash(member: Member): void
  /** Nothing of it runs, and all its connections stay open. */
  freeze(member: Member): void
  thaw(member: Member): void
  /** Starts Patroni again where it was killed. */
  start(member: Member): void
  /** A planned change: the primary hands over to its synchronous standby. */
  switchOver(member: Member): Promise<void>
  stop(): Promise<void>
}

/** Seconds. A primary that does not renew its lock for `ttl` has lost it; Patroni allows no less than 20. */
const timing = { ttl: 20, loop_wait: 2, retry_timeout: 5 }

export const databaseUser = { name: 'mosolo', password: 'drill' }
const superuser = { username: 'postgres', password: 'drill-postgres' }
const replication = { username: 'replicator', password: 'drill-replication' }

export async function startCluster(place: Place, tools: Tools, etcd: Etcd): Promise<Cluster> {
  const members: Member[] = []
  for (let n = 1; n <= 3; n++) {
    const name = `pg${n}`
    const data = join(makeFolder(join(place.path, name)), 'data')
    members.push({ name, port: await freePort(), restPort: await freePort(), data })
  }
  const running = new Map<string, Run>()
  /** PostgreSQL that was killed leaves a piece of shared memory behind. */
  const orphans = new Set<string>()
  for (const member of members) {
    const file = join(place.path, `${member.name}.json`)
    writeFileSync(file, JSON.stringify(configurationOf(place, tools, etcd, member), undefined, 2))
    chmodSync(file, 0o644)
  }
  const start = (member: Member) => {
    const command = [tools.patroni, join(place.path, `${member.name}.json`)] as [string, string]
    running.set(member.name, run(place, member.name, command, { unprivileged: true }))
  }
  const states = async (): Promise<MemberState[]> => {
    for (const { restPort } of members) {
      const answer = await asked(`http://127.0.0.1:${restPort}/cluster`)
      if (answer?.status === 200) return (JSON.parse(answer.text) as { members: MemberState[] }).members
    }
    return []
  }
  const signal = (member: Member, name: NodeJS.Signals, { patroni }: { patroni: boolean }) => {
    const postmaster = postmasterOf(member)
    if (name === 'SIGKILL' && postmaster?.sharedMemory) orphans.add(postmaster.sharedMemory)
    const pids = postmaster ? [postmaster.pid, ...childrenOf(postmaster.pid)] : []
    if (patroni) running.get(member.name)?.child.kill(name)
    for (const pid of pids) send(pid, name)
  }
  const stop = async () => {
    // Patroni first, which would start its server again.
    for (const { child } of running.values()) child.kill('SIGKILL')
    for (const member of members) signal(member, 'SIGCONT', { patroni: false })
    for (const member of members) send(postmasterOf(member)?.pid, 'SIGQUIT')
    await until(
      'the end of PostgreSQL',
      async () => members.every((one) => !postmasterOf(one)) || undefined,
      15,
    )
    for (const id of orphans) removeSharedMemory(id)
  }

  start(members[0]!)
  try {
    await until('the first primary', async () => (await isRunning(members[0]!)) || undefined, 60)
    for (const member of members.slice(1)) start(member)
    await until('the standbys', async () => isWhole(await states()) || undefined, 90)
  } catch (error) {
    await stop()
    throw error
  }
  return {
    members,
    states,
    isWhole: async () => isWhole(await states()),
    async leader() {
      const name = (await states()).find(({ role }) => role === 'leader')?.name
      const member = members.find((one) => one.name === name)
      if (!member) throw new Error('there is no primary')
      return member
    },
    kill: (member) => signal(member, 'SIGKILL', { patroni: true }),
    crash: (member) => signal(member, 'SIGKILL', { patroni: false }),
    freeze: (member) => signal(member, 'SIGSTOP', { patroni: true }),
    thaw: (member) => signal(member, 'SIGCONT', { patroni: true }),
    start(member) {
      const before = running.get(member.name)
      if (before && !hasEnded(before)) throw new Error(`${member.name} runs already`)
      start(member)
    },
    async switchOver(member) {
      const answer = await fetch(`http://127.0.0.1:${member.restPort}/switchover`, {
        method: 'POST',
        body: JSON.stringify({ leader: member.name }),
      })
      if (answer.status !== 200) throw new Error(`switchover: ${answer.status} ${await answer.text()}`)
    },
    stop,
  }
}

const isRunning = async ({ restPort }: Member) =>
  (await asked(`http://127.0.0.1:${restPort}/primary`))?.status === 200

function isWhole(states: MemberState[]): boolean {
  const timelines = new Set(states.map(({ timeline }) => timeline))
  return (
    states.length === 3 &&
    timelines.size === 1 &&
    states.every(
      ({ state, lag }) => (state === 'running' || state === 'streaming') && (lag ?? 0) !== 'unknown',
    ) &&
    ['leader', 'sync_standby'].every((role) => states.some((one) => one.role === role))
  )
}

/** Patroni reads YAML, and JSON is YAML. */
function configurationOf(
  place: Place,
  tools: Tools,
  { hosts }: Etcd,
  { name, port, restPort, data }: Member,
): object {
  const rest = `127.0.0.1:${restPort}`
  return {
    scope: 'mosolo',
    name,
    restapi: { listen: rest, connect_address: rest },
    [tools.etcdApi === 2 ? 'etcd' : 'etcd3']: { hosts },
    bootstrap: {
      dcs: {
        ...timing,
        // A commit is answered when a standby has it too, and waits when there is none.
        synchronous_mode: true,
        synchronous_mode_strict: true,
        maximum_lag_on_failover: 1_048_576,
        postgresql: {
          use_pg_rewind: true,
          use_slots: true,
          parameters: {
            synchronous_commit: 'on',
            wal_level: 'replica',
            wal_log_hints: 'on',
            wal_keep_size: '256MB',
            hot_standby: 'on',
            max_connections: 200,
            max_wal_senders: 10,
            max_replication_slots: 10,
            max_prepared_transactions: 0,
            // A connection whose other end has vanished is noticed by the server, too.
            tcp_keepalives_idle: 10,
            tcp_keepalives_interval: 5,
            tcp_keepalives_count: 3,
            wal_sender_timeout: '10s',
            wal_receiver_timeout: '10s',
          },
        },
      },
      initdb: [{ encoding: 'UTF8' }, { locale: 'C.UTF-8' }, 'data-checksums'],
    },
    postgresql: {
      listen: `127.0.0.1:${port}`,
      connect_address: `127.0.0.1:${port}`,
      data_dir: data,
      bin_dir: tools.postgres,
      pgpass: join(place.path, name, 'pgpass'),
      pg_hba: ['host all all 127.0.0.1/32 scram-sha-256', 'host replication all 127.0.0.1/32 scram-sha-256'],
      parameters: { unix_socket_directories: '', shared_buffers: '64MB', jit: 'off' },
      authentication: { superuser, replication },
      // A primary that was cut off has what nobody else has: it starts from a copy, if it cannot be rewound.
      remove_data_directory_on_rewind_failure: true,
      remove_data_directory_on_diverged_timelines: true,
    },
  }
}

/** Of the server that runs on a data directory. */
function postmasterOf({ data }: Member): { pid: number; sharedMemory: string | undefined } | undefined {
  const file = join(data, 'postmaster.pid')
  if (!existsSync(file)) return undefined
  const lines = readFileSync(file, 'utf8').split('\n')
  const pid = Number(lines[0])
  if (!pid || !existsSync(`/proc/${pid}`)) return undefined
  return { pid, sharedMemory: lines[6]?.trim().split(/\s+/)[1] }
}

function childrenOf(pid: number): number[] {
  return readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').split(' ').filter(Boolean).map(Number)
}

function send(pid: number | undefined, name: NodeJS.Signals): void {
  if (pid === undefined) return
  try {
    process.kill(pid, name)
  } catch (error) {
    if ((error as { code?: string }).code !== 'ESRCH') throw error
  }
}

function removeSharedMemory(id: string): void {
  try {
    execFileSync('ipcrm', ['--shmem-id', id], { stdio: 'ignore' })
  } catch {
    // The server that was started on the same directory has taken it away.
  }
}

/** As the superuser, by way of the proxy. */
export const superuserUrl = (port: number) =>
  `postgres://${superuser.username}:${superuser.password}@127.0.0.1:${port}/postgres`
export const databaseUrl = (port: number) =>
  `postgres://${databaseUser.name}:${databaseUser.password}@127.0.0.1:${port}/mosolo`
