/** Links that filter a list, by status unless another parameter is named; the choice is kept in the address. */
export function Choices({
  label,
  list,
  name = 'status',
  of: choices,
}: {
  label: string
  list: { filters: Readonly<Record<string, string>>; hrefWith: (value: string, name: string) => string }
  name?: string
  of: readonly (readonly [value: string, words: string])[]
}) {
  return (
    <nav class="choice" aria-label={label}>
      {choices.map(([value, text]) => (
        <a
          key={value}
          href={list.hrefWith(value, name)}
          aria-current={(list.filters[name] ?? '') === value ? 'true' : undefined}
        >
          {text}
        </a>
      ))}
    </nav>
  )
}
