// Common mistakes of integrators in the text they sign: variants of a body and of a request. Pure functions.

type BodyVariant = { text: string; description: string }

/** The body as frameworks serialize it after parsing, and as editors save it. */
export function bodyVariants(body: string): BodyVariant[] {
  const value = parsed(body)
  const rewritten: BodyVariant[] =
    value === undefined
      ? []
      : [
          { text: JSON.stringify(value), description: 'parsed and serialized again' },
          { text: spaced(JSON.stringify(value)), description: 'parsed and serialized again with spaces' },
          { text: JSON.stringify(value, null, 2), description: 'indented' },
          { text: JSON.stringify(value, null, 4), description: 'indented' },
          { text: JSON.stringify(sorted(value)), description: 'serialized again with sorted keys' },
        ]
  return [
    ...rewritten,
    { text: body.trim(), description: 'trimmed' },
    { text: `${body}\n`, description: 'extended by a line feed' },
    { text: body.replaceAll('\r\n', '\n'), description: 'converted to other line endings' },
    { text: body.replaceAll('\n', '\r\n'), description: 'converted to other line endings' },
    { text: escaped(body), description: 'serialized with escaped letters' },
    { text: '', description: 'omitted' },
  ].filter(({ text }) => text !== body)
}

type Request = { timestamp: string; method: string; path: string; body: string }

type RequestVariant = { text: string; cause: string; description: string }

/**
 * Returns the texts that may have been signed instead of the request; the correct text comes first.
 * @param baseUrl of the service, because some integrators sign the full URL.
 */
export function requestVariants(request: Request, baseUrl: string): RequestVariant[] {
  const { timestamp, method, path, body } = request
  const text = (parts: Partial<Request>, separator = '\n') => {
    const { timestamp: at, method: how, path: where, body: what } = { ...request, ...parts }
    return [at, how, where, what].join(separator)
  }
  const pathWords = 'Signed with another path: sign it as sent, with its query, from the first slash'
  const bare = path.split('?')[0] ?? ''
  const slashes = [path.replace(/^\//, ''), `${bare}/`, bare.replace(/\/$/, '')]
  const paths = [bare, ...slashes, decoded(path), encodeURI(path), baseUrl + path, baseUrl + bare]
  return [
    { text: text({}), cause: 'signature_mismatch', description: 'The text is right' },
    ...bodyVariants(body).map((variant) => ({
      text: text({ body: variant.text }),
      cause: 'body_changed',
      description: `The body was ${variant.description} before it was signed, or after: sign the exact bytes that are sent`,
    })),
    ...paths
      .filter((other) => other !== path)
      .map((other) => ({ text: text({ path: other }), cause: 'path_differs', description: pathWords })),
    {
      text: text({ method: method.toLowerCase() }),
      cause: 'method_differs',
      description: 'The method is signed in capitals',
    },
    { text: text({ method: 'GET' }), cause: 'method_differs', description: 'Signed with the method GET' },
    { text: text({ method: 'POST' }), cause: 'method_differs', description: 'Signed with the method POST' },
    ...['', ' ', '.', ':', '|', '\\n', '\r\n'].map((separator) => ({
      text: text({}, separator),
      cause: 'separator_differs',
      description: 'The four parts are joined by single line feeds',
    })),
    { text: `${timestamp}${body}`, cause: 'parts_missing', description: 'Method and path are signed too' },
    { text: `${timestamp}.${body}`, cause: 'parts_missing', description: 'Method and path are signed too' },
    { text: body, cause: 'parts_missing', description: 'Timestamp, method and path are signed too' },
    { text: `${text({})}\n`, cause: 'separator_differs', description: 'No line feed follows the body' },
  ].filter(({ text: other }, i) => i === 0 || other !== text({}))
}

function parsed(body: string): unknown {
  try {
    const value: unknown = JSON.parse(body)
    return typeof value === 'object' && value !== null ? value : undefined
  } catch {
    return undefined
  }
}

/** Adds a space after each colon and comma outside strings, as Python's serializer does. */
function spaced(json: string): string {
  return json.replace(/"(?:[^"\\]|\\.)*"|[:,]/g, (part) => (part.length === 1 ? `${part} ` : part))
}

function sorted(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(sorted)
  if (typeof value !== 'object' || value === null) return value
  const entries = Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1))
  return Object.fromEntries(entries.map(([key, member]) => [key, sorted(member)]))
}

/** Escapes letters outside ASCII as \uXXXX. */
function escaped(text: string): string {
  return text.replace(
    /[\u0080-\uffff]/g,
    (letter) => `\\u${letter.charCodeAt(0).toString(16).padStart(4, '0')}`,
  )
}

function decoded(path: string): string {
  try {
    return decodeURIComponent(path)
  } catch {
    return path
  }
}
