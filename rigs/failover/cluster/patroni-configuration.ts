// The Patroni configuration of the cluster, and who may connect to it.
import { join } from 'node:path'
import type { Workspace } from '../workspace.ts'
import type { Etcd } from './etcd.ts'
import type { Tools } from './tools.ts'

export type Member = { name: string; port: number; restPort: number; data: string }
/** In seconds. A primary that does not renew its lock for `ttl` has lost it; Patroni allows no less than 20. */
const timing = { ttl: 20, loop_wait: 2, retry_timeout: 5 }

export const databaseUser = { name: 'likuta', password: 'drill' }
const superuser = { username: 'postgres', password: 'drill-postgres' }
const replication = { username: 'replicator', password: 'drill-replication' }

/** The configuration as JSON: Patroni reads YAML, of which JSON is a subset. */
export function configurationOf(
  place: Workspace,
  tools: Tools,
  { hosts }: Etcd,
  { name, port, restPort, data }: Member,
): object {
  const rest = `127.0.0.1:${restPort}`
  return {
    scope: 'likuta',
    name,
    restapi: { listen: rest, connect_address: rest },
    [tools.etcdApi === 2 ? 'etcd' : 'etcd3']: { hosts },
    bootstrap: {
      dcs: {
        ...timing,
        // A commit is acknowledged once a standby has it too, and waits when there is none.
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
            // The server also detects connections whose other end has vanished.
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
      // A primary that was cut off has data that no other member has: if it cannot be rewound, it starts from a
      // copy.
      remove_data_directory_on_rewind_failure: true,
      remove_data_directory_on_diverged_timelines: true,
    },
  }
}

/** A connection as superuser, through the proxy. */
export const superuserUrl = (port: number) =>
  `postgres://${superuser.username}:${superuser.password}@127.0.0.1:${port}/postgres`
export const databaseUrl = (port: number) =>
  `postgres://${databaseUser.name}:${databaseUser.password}@127.0.0.1:${port}/likuta`
