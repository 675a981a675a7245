// Removes components from a document that its paths and webhooks do not use.

type Components = Record<string, Record<string, unknown>>

/** Returns the components that `roots` refers to, directly or indirectly, and the security schemes that operations use. */
export function reachableComponents(components: Components, roots: unknown): Components {
  const found = new Set<string>()
  const schemes = new Set<string>()
  const waiting: unknown[] = [roots]
  for (let value = waiting.pop(); value !== undefined; value = waiting.pop()) {
    if (typeof value !== 'object' || value === null) continue
    for (const [name, inner] of Object.entries(value)) {
      if (name === 'security') for (const scheme of namesOf(inner)) schemes.add(scheme)
      const pointer = name === '$ref' && typeof inner === 'string' ? inner : undefined
      if (pointer === undefined) waiting.push(inner ?? null)
      else if (!found.has(pointer)) {
        found.add(pointer)
        const [, , section = '', key = ''] = pointer.split('/')
        waiting.push(components[section]?.[key])
      }
    }
  }
  const isReachable = (section: string, name: string) =>
    section === 'securitySchemes' ? schemes.has(name) : found.has(`#/components/${section}/${name}`)
  return Object.fromEntries(
    Object.entries(components).map(([section, all]) => [
      section,
      Object.fromEntries(Object.entries(all).filter(([name]) => isReachable(section, name))),
    ]),
  )
}

function namesOf(security: unknown): string[] {
  return Array.isArray(security) ? security.flatMap((each) => Object.keys(each)) : []
}
