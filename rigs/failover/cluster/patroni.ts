// Three PostgreSQL servers under Patroni, and what a drill does to the primary.
import { chmodSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { freePort } from '../../../server/platform/process/ports.ts'
import { fetchText, hasExited, makeFolder, type Run, run, until, type Workspace } from '../workspace.ts'
import type { Etcd } from './etcd.ts'
import { configurationOf, type Member } from './patroni-configuration.ts'
import { childrenOf, postmasterOf, removeSharedMemory, send } from './postmaster.ts'
import type { Tools } from './tools.ts'

export type MemberState = {
  name: string
  role: string
  state: string
  timeline?: number
  lag?: number | string
}

export type Cluster = {
  members: Member[]
  /** The primary according to etcd. */
  leader(): Promise<Member>
  /** True when all three follow one timeline and one of them is a synchronous standby. */
  isWhole(): Promise<boolean>
  states(): Promise<MemberState[]>
  /** Kills Patroni and PostgreSQL together, with -9. */
  kill(member: Member): void
  /** Kills PostgreSQL alone, with -9: Patroni is there to notice. */
  crash(member: Member): void
  /** Stops all its processes while their connections stay open. */
  freeze(member: Member): void
  thaw(member: Member): void
  /** Restarts Patroni where it was killed. */
  start(member: Member): void
  /** A planned switchover: the primary hands over to its synchronous standby. */
  switchOver(member: Member): Promise<void>
  stop(): Promise<void>
}

/** Patroni's processes on this machine, one for each member. */
function openProcesses(place: Workspace, tools: Tools, members: readonly Member[]) {
  const running = new Map<string, Run>()
  /** A killed PostgreSQL leaves a shared memory segment behind. */
  const orphans = new Set<string>()
  const start = (member: Member) => {
    const command = [tools.patroni, join(place.path, `${member.name}.json`)] as [string, string]
    running.set(member.name, run(place, member.name, command, { unprivileged: true }))
  }
  const signal = (member: Member, name: NodeJS.Signals, { patroni }: { patroni: boolean }) => {
    const postmaster = postmasterOf(member)
    if (name === 'SIGKILL' && postmaster?.sharedMemory) orphans.add(postmaster.sharedMemory)
    const pids = postmaster ? [postmaster.pid, ...childrenOf(postmaster.pid)] : []
    if (patroni) running.get(member.name)?.child.kill(name)
    for (const pid of pids) send(pid, name)
  }
  const stop = async () => {
    // Patroni is killed first, because it would restart its server.
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

  const hasRunning = ({ name }: Member) => {
    const before = running.get(name)
    return before !== undefined && !hasExited(before)
  }
  return { start, signal, stop, hasRunning }
}

/** @returns the members, each with its own folder, ports and configuration file. */
async function makeMembers(place: Workspace, tools: Tools, etcd: Etcd): Promise<Member[]> {
  const members: Member[] = []
  for (let n = 1; n <= 3; n++) {
    const name = `pg${n}`
    const data = join(makeFolder(join(place.path, name)), 'data')
    members.push({ name, port: await freePort(), restPort: await freePort(), data })
  }
  for (const member of members) {
    const file = join(place.path, `${member.name}.json`)
    writeFileSync(file, JSON.stringify(configurationOf(place, tools, etcd, member), undefined, 2))
    chmodSync(file, 0o644)
  }
  return members
}

export async function startCluster(place: Workspace, tools: Tools, etcd: Etcd): Promise<Cluster> {
  const members = await makeMembers(place, tools, etcd)
  const { start, signal, stop, hasRunning } = openProcesses(place, tools, members)
  const states = async (): Promise<MemberState[]> => {
    for (const { restPort } of members) {
      const response = await fetchText(`http://127.0.0.1:${restPort}/cluster`)
      if (response?.status === 200) return (JSON.parse(response.text) as { members: MemberState[] }).members
    }
    return []
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
      if (hasRunning(member)) throw new Error(`${member.name} runs already`)
      start(member)
    },
    async switchOver(member) {
      const response = await fetch(`http://127.0.0.1:${member.restPort}/switchover`, {
        method: 'POST',
        body: JSON.stringify({ leader: member.name }),
      })
      if (response.status !== 200) throw new Error(`switchover: ${response.status} ${await response.text()}`)
    },
    stop,
  }
}

const isRunning = async ({ restPort }: Member) =>
  (await fetchText(`http://127.0.0.1:${restPort}/primary`))?.status === 200

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
