// Webhooks for whoever writes the handler: hear them at home, fire one, send one again, learn why a signature fails.
import type { Command } from 'commander'
import { addListen } from './listen.ts'
import { addResend } from './resend.ts'
import { addSend } from './send.ts'
import { addVerify } from './verify.ts'

export function addWebhooks(program: Command): void {
  const webhooks = program
    .command('webhooks')
    .description('hear events at home, fire one, send again, and learn why a signature fails')
  for (const add of [addListen, addSend, addResend, addVerify]) add(webhooks)
}
