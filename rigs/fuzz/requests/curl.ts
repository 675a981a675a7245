// A request as a shell command.
import { bytesOf, type Sent } from './wire.ts'

const quoted = (text: string) => `'${text.replaceAll("'", `'\\''`)}'`

/**
 * `curl` where it can send the request, otherwise the bytes by `nc`; a body that is not plain text is passed as
 * base64.
 */
export function curlOf(port: number, sent: Sent): string {
  const { method, path, headers, body, framing } = sent
  const isPlain = (text: string) => /^[\x20-\x7e]*$/.test(text)
  if (framing.as !== 'length' || !isPlain(path))
    return `echo ${bytesOf(sent).toString('base64')} | base64 -d | nc -q 2 localhost ${port}`
  const lines = Object.entries(headers).map(([name, value]) => `-H ${quoted(`${name}: ${value}`)}`)
  const start = `curl -si --path-as-is -g -X ${method} ${lines.join(' ')} ${quoted(`http://localhost:${port}${path}`)}`
  if (body === undefined) return start
  const text = body.toString('latin1')
  return isPlain(text)
    ? `${start} --data-binary ${quoted(text)}`
    : `echo ${body.toString('base64')} | base64 -d | ${start} --data-binary @-`
}
