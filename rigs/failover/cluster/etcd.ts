// etcd, in which the primary is agreed on.
import { join } from 'node:path'
import { freePort } from '../../../server/platform/process/ports.ts'
import { fetchText, makeFolder, run, stopRun, until, type Workspace } from '../workspace.ts'
import type { Tools } from './tools.ts'

export type Etcd = { hosts: string[]; stop(): Promise<void> }

export async function startEtcd(place: Workspace, tools: Tools, count: number): Promise<Etcd> {
  const members = []
  for (let n = 1; n <= count; n++) {
    const [client, peer] = [await freePort(), await freePort()]
    members.push({ name: `etcd${n}`, host: `127.0.0.1:${client}`, peer: `http://127.0.0.1:${peer}` })
  }
  const cluster = members.map(({ name, peer }) => `${name}=${peer}`).join(',')
  const running = members.map(({ name, host, peer }) =>
    run(
      place,
      name,
      [
        tools.etcd,
        ...(tools.etcdApi === 2 ? ['--enable-v2'] : []),
        '--name',
        name,
        '--data-dir',
        makeFolder(join(place.path, name)),
        '--initial-cluster',
        cluster,
        '--listen-client-urls',
        `http://${host}`,
        '--advertise-client-urls',
        `http://${host}`,
        '--listen-peer-urls',
        peer,
        '--initial-advertise-peer-urls',
        peer,
      ],
      { unprivileged: true },
    ),
  )
  const stop = async () => void (await Promise.all(running.map((each) => stopRun(each, 5_000))))
  try {
    for (const { host } of members)
      await until(`etcd at ${host}`, async () =>
        (await fetchText(`http://${host}/health`))?.text.includes('true') ? true : undefined,
      )
  } catch (error) {
    await stop()
    throw error
  }
  return { hosts: members.map(({ host }) => host), stop }
}
