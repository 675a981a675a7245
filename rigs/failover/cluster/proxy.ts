// Two HAProxy listeners: one in front of PostgreSQL, which follows the primary, and one in front of the API.
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fetchText, run, stopRun, until, type Workspace } from '../workspace.ts'
import type { Member } from './patroni-configuration.ts'
import type { Tools } from './tools.ts'

export type Ports = { database: number; api: number; statistics: number }
export type Front = {
  /** The names of the API servers that receive requests. */
  serving(): Promise<string[]>
  stop(): Promise<void>
}

export async function startProxy(
  place: Workspace,
  tools: Tools,
  ports: Ports,
  behind: { members: Member[]; api: { name: string; port: number }[] },
): Promise<Front> {
  const file = join(place.path, 'haproxy.cfg')
  writeFileSync(file, configurationOf(ports, behind))
  const running = run(place, 'haproxy', [tools.haproxy, '-db', '-f', file])
  const statistics = `http://127.0.0.1:${ports.statistics}/;csv`
  const stop = () => stopRun(running, 2_000)
  await until('the proxy', () => fetchText(statistics), 10).catch(async (error) => {
    await stop()
    throw error
  })
  return {
    async serving() {
      const lines = ((await fetchText(statistics))?.text ?? '').split('\n').map((line) => line.split(','))
      return lines
        .filter(([proxy, server, ...rest]) => proxy === 'api' && server !== 'BACKEND' && rest[15] === 'UP')
        .map(([, server]) => server!)
    },
    stop,
  }
}

function configurationOf(
  ports: Ports,
  { members, api }: { members: Member[]; api: { name: string; port: number }[] },
): string {
  const each = <One>(all: One[], line: (one: One) => string) => all.map(line).join('\n')
  return `defaults
  maxconn 2000
  timeout connect 1s
  timeout client 60s
  timeout server 60s
  timeout check 1s

listen statistics
  mode http
  bind 127.0.0.1:${ports.statistics}
  stats enable
  stats uri /

# Patroni responds to /primary with 200 on the primary only. Sessions of a former primary are closed at once, because
# clients would wait too long for a hanging one.
listen database
  mode tcp
  bind 127.0.0.1:${ports.database}
  option httpchk GET /primary
  http-check expect status 200
  default-server inter 500ms fastinter 500ms downinter 250ms fall 2 rise 1 on-marked-down shutdown-sessions
${each(members, ({ name, port, restPort }) => `  server ${name} 127.0.0.1:${port} check port ${restPort}`)}

# The check sends a Host header, because a request without one is refused. A request is sent to another server only when
# its connection was refused, so it is never processed twice.
listen api
  mode http
  bind 127.0.0.1:${ports.api}
  balance roundrobin
  option httpchk
  http-check send meth GET uri /readyz ver HTTP/1.1 hdr Host likuta
  http-check expect status 200
  option redispatch 1
  retries 3
  retry-on conn-failure
  default-server inter 500ms fall 2 rise 1
${each(api, ({ name, port }) => `  server ${name} 127.0.0.1:${port} check`)}
`
}
