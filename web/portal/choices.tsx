/** Links that filter a list by status; the choice is kept in the address. */
export function Choices({
  label,
  list,
  of: choices,
}: {
  label: string
  list: { filters: Readonly<Record<string, string>>; hrefWith: (status: string) => string }
  of: readonly (readonly [status: string, words: string])[]
}) {
  return (
    <nav class="choice" aria-label={label}>
      {choices.map(([status, text]) => (
        <a
          key={status}
          href={list.hrefWith(status)}
          aria-current={(list.filters.status ?? '') === status ? 'true' : undefined}
        >
          {text}
        </a>
      ))}
    </nav>
  )
}
