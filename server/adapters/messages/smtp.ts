// Email by SMTP. Each message has a connection of its own, because nodemailer's pool repeats messages by itself when a connection
// breaks, and retries belong to the outbox alone.
import type { Channel, OutgoingMessage, SendResult } from '../../messages/channel.ts'
import { isLoopbackHost } from '../../platform/network/public-address.ts'
import { observed } from '../../platform/process/telemetry.ts'

type EmailMessage = Extract<OutgoingMessage, { channel: 'email' }>

export type SmtpSettings = {
  /** `smtp://user:password@host:587`, or `smtps://` for TLS from the start. */
  url: string
  from: { name: string; address: string }
}

const silenceMs = 20_000
const longestMs = 60_000

export function openSmtp({ url, from }: SmtpSettings): Channel {
  const options = optionsOf(url)
  let opened: ReturnType<typeof transportTo> | undefined
  const domain = from.address.slice(from.address.lastIndexOf('@') + 1)
  return {
    acceptsRepeats: true,
    async send(message): Promise<SendResult> {
      if (message.channel !== 'email') return { kind: 'refused', reason: 'CHANNEL' }
      // guard: one-mail-address
      if (!oneAddress.test(message.address)) return { kind: 'refused', reason: 'ADDRESS' }
      opened ??= transportTo(options)
      const transport = await opened
      return observed(
        { area: 'upstream', name: 'smtp' },
        () =>
          withinTime(
            transport
              .sendMail(mailOf(message, { from, domain }))
              .then((): SendResult => ({ kind: 'sent' }), resultOf),
          ),
        ({ kind }) => kind,
      )
    },
    close: async () => (await opened)?.close(),
  }
}

/** Loads nodemailer, which most processes do not need. */
async function transportTo(options: ReturnType<typeof optionsOf>) {
  const { createTransport } = await import('nodemailer')
  return createTransport(options)
}

function optionsOf(url: string) {
  const { protocol, hostname, port, username, password } = new URL(url)
  const secure = protocol === 'smtps:'
  return {
    host: hostname.replace(/^\[|\]$/g, ''),
    port: Number(port) || (secure ? 465 : 587),
    secure,
    // guard: smtp-encryption
    requireTLS: !secure && !isLoopbackHost(hostname),
    ...(username !== '' && {
      auth: { user: decodeURIComponent(username), pass: decodeURIComponent(password) },
    }),
    tls: { minVersion: 'TLSv1.2' as const },
    connectionTimeout: 5_000,
    greetingTimeout: 10_000,
    socketTimeout: silenceMs,
    disableFileAccess: true,
    disableUrlAccess: true,
  }
}

/** Connects and signs in. @returns why that fails; undefined if it works. */
export async function checkSmtp({ url }: SmtpSettings): Promise<string | undefined> {
  const transport = await transportTo(optionsOf(url))
  return transport
    .verify()
    .then(
      () => undefined,
      (error: MailError) => error.code ?? 'ERROR',
    )
    .finally(() => transport.close())
}

/** Addresses are passed as objects and as an envelope, so that none is parsed into several. */
function mailOf(
  { id, address, subject, text, html, language, createdAt, unsubscribe }: EmailMessage,
  { from, domain }: { from: SmtpSettings['from']; domain: string },
) {
  return {
    from,
    to: { name: '', address },
    envelope: { from: from.address, to: [address] },
    messageId: `<${id}@${domain}>`,
    date: new Date(createdAt.epochMilliseconds),
    headers: {
      'Auto-Submitted': 'auto-generated',
      'Content-Language': language,
      // guard: one-click-unsubscribe
      ...(unsubscribe && {
        'List-Unsubscribe': `<${unsubscribe}>`,
        'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
      }),
    },
    ...{ subject, text, html },
  }
}

/** One address, without characters by which mail programs separate several. */
const oneAddress = /^[^\s,;:<>()[\]\\"@]{1,64}@[^\s,;:<>()[\]\\"@]{1,255}$/

/** Failures before any message was sent. */
const unreached = new Set(['EDNS', 'ETLS', 'EAUTH'])

/**
 * A permanent reply to the recipient or the text ends the message. One to the sender or the sign-in is about our settings, which
 * can be corrected. Without any reply it is open whether the server accepted the message.
 */
function resultOf(error: unknown): SendResult {
  const { code = 'ERROR', responseCode, command, syscall } = (error ?? {}) as MailError
  const reason = [code, responseCode].filter(Boolean).join(' ')
  const isAboutMessage = (code === 'EENVELOPE' && command !== 'MAIL FROM') || code === 'EMESSAGE'
  if (isAboutMessage && (responseCode === undefined || responseCode >= 500))
    return { kind: 'refused', reason }
  const isKnown = responseCode !== undefined || unreached.has(code) || syscall === 'connect'
  return { kind: isKnown ? 'failed' : 'unknown', reason }
}

type MailError = { code?: string; responseCode?: number; command?: string; syscall?: string }

/** The server may send a byte now and then, so the whole call has a limit of its own. */
function withinTime(sending: Promise<SendResult>): Promise<SendResult> {
  const { promise, resolve } = Promise.withResolvers<SendResult>()
  const timer = setTimeout(resolve, longestMs, { kind: 'unknown', reason: 'TIMEOUT' })
  return Promise.race([sending, promise]).finally(() => clearTimeout(timer))
}
