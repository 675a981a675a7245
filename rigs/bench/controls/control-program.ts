// What a control that is a program of its own has in common with the product's server: it says when it is ready,
// reports its processor time, and ends with its parent. It has no database.
import type { FastifyInstance } from 'fastify'
import type { Usage } from '../harness/servers.ts'

/** Listens on PORT and replies to the bench. */
export async function runControl(app: FastifyInstance): Promise<void> {
  await app.listen({ host: '127.0.0.1', port: Number(process.env.PORT) })
  // Ctrl-C is for the parent; when it closes the channel or dies, this process exits.
  process.on('SIGINT', () => {})
  process.on('disconnect', () => app.close().finally(() => process.exit()))
  process.on('message', () => {
    const { user, system } = process.cpuUsage()
    const memoryBytes = process.memoryUsage.rss()
    const usage: Usage = { cpuMicroseconds: user + system, statements: 0, transactions: 0, memoryBytes }
    process.send?.(usage)
  })
  process.send?.('ready')
}
