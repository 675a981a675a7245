// The parts of undici that send requests. Its main module also loads fetch, web sockets, caches and mocks: four fifths of its code,
// and 6 MiB of memory.
import { createRequire } from 'node:module'

type Undici = typeof import('undici')

const require = createRequire(import.meta.url)

export const Agent: Undici['Agent'] = require('undici/lib/dispatcher/agent.js')
export const Client: Undici['Client'] = require('undici/lib/dispatcher/client.js')
export const buildConnector: Undici['buildConnector'] = require('undici/lib/core/connect.js')
