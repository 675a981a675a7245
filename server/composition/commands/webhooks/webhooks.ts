// The `webhooks` commands for developers of webhook handlers: listen, send, resend and verify.
import type { Command } from 'commander'
import { addListen } from './listen.ts'
import { addResend } from './resend.ts'
import { addSend } from './send.ts'
import { addVerify } from './verify.ts'

export function addWebhooks(program: Command): void {
  const webhooks = program
    .command('webhooks')
    .description('forward events to a local handler, send a sample, resend events, and check signatures')
  for (const add of [addListen, addSend, addResend, addVerify]) add(webhooks)
}
