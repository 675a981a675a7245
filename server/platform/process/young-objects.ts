// To be imported before anything else by a program that serves requests, for its effect on V8's heap.
// What is made while a server starts lives as long as the server. V8 notes that by the place in the code which made it
// and from then on puts all that is made there straight into the old generation, so also what the same places (of Node,
// Fastify and others) make for each request. Those objects die with the request, but until the next full collection
// each keeps alive whatever it refers to: a quarter of all that requests allocated was copied and promoted for nothing.
import { setFlagsFromString } from 'node:v8'

setFlagsFromString('--no-allocation-site-pretenuring')
