// The frame of the sandbox's pages, which have no script.
import type { FastifyReply, FastifyRequest } from 'fastify'
import { html } from 'ghtml'

export type Language = 'fr' | 'en'

const style = `
:root{--ink:#16242b;--soft:#52626a;--line:#d8e0e3;--ground:#f4f7f7;--accent:#0b625c;--paper:#fff;color-scheme:light dark}
@media (prefers-color-scheme:dark){:root{--ink:#e8eff0;--soft:#a3b3b9;--line:#33444b;--ground:#0f1a1f;--accent:#3fbfa5;--paper:#16242a}}
*{box-sizing:border-box}
html{font:16px/1.5 system-ui,-apple-system,"Segoe UI",Roboto,sans-serif;color:var(--ink);background:var(--ground)}
body{margin:0 auto;max-width:760px;padding:24px 16px}
h1{font-size:1.4rem;line-height:1.25;margin:0 0 4px;text-wrap:balance;overflow-wrap:anywhere}
.lead{margin:0 0 20px;color:var(--soft);overflow-wrap:anywhere}
ul{list-style:none;margin:0;padding:0;background:var(--paper);border:1px solid var(--line);border-radius:12px;overflow:hidden}
li+li{border-top:1px solid var(--line)}
li a{display:block;padding:14px 16px;color:inherit;text-decoration:none}
li a:hover strong{text-decoration:underline}
a:focus-visible{outline:3px solid var(--accent);outline-offset:-3px}
strong{display:block;overflow-wrap:anywhere}
small{color:var(--soft);font-size:.85rem;overflow-wrap:anywhere}
.back{color:var(--accent)}
iframe{width:100%;height:560px;border:1px solid var(--line);border-radius:12px;background:#fff;color-scheme:light}
pre{white-space:pre-wrap;overflow-wrap:anywhere;font:14px/1.5 ui-monospace,monospace;background:var(--paper);border:1px solid var(--line);border-radius:12px;padding:16px}
h2{font-size:1rem;margin:24px 0 8px}
form{margin:0 0 16px;padding:16px;background:var(--paper);border:1px solid var(--line);border-radius:12px}
label{display:block;font-size:.9rem;margin:0 0 4px}
input{font:inherit;width:100%;max-width:320px;padding:10px 12px;border:1px solid var(--line);border-radius:8px;background:var(--ground);color:inherit}
button{font:inherit;min-height:44px;margin:12px 8px 0 0;padding:8px 16px;border:1px solid var(--accent);border-radius:8px;background:var(--accent);color:var(--paper);cursor:pointer}
button.other{background:none;color:var(--accent)}
input:focus-visible,button:focus-visible{outline:3px solid var(--accent);outline-offset:2px}
.empty{padding:32px 16px;text-align:center;background:var(--paper);border:1px solid var(--line);border-radius:12px}
`

/** @param head further elements of the head. */
export function page(title: string, language: Language, body: string, head = ''): string {
  return html`<!doctype html>
<html lang="${language}">
<head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1"><title>${title}</title>
<style>!${style}</style>!${head}</head>
<body><main>!${body}</main></body>
</html>`
}

export function sendPage(reply: FastifyReply, text: string, policy: string): FastifyReply {
  const headers = {
    'content-security-policy': policy,
    'x-content-type-options': 'nosniff',
    'cache-control': 'no-store',
  }
  return reply.headers(headers).type('text/html; charset=utf-8').send(text)
}

/** `?lang=` wins over the language of the browser; otherwise French. */
export function languageOf({ query, headers }: FastifyRequest): Language {
  const { lang } = query as Record<string, string>
  if (lang === 'fr' || lang === 'en') return lang
  return /^en\b/i.test(headers['accept-language'] ?? '') ? 'en' : 'fr'
}
