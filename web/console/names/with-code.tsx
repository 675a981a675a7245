/** Words, with the code that a system knows them by in small print. Without words, the code alone. */
export function WithCode({ words, code }: { words: string | undefined; code: string }) {
  if (words === undefined || words === code) return <span lang="en">{code}</span>
  return (
    <>
      {words}
      {code && (
        <>
          {' '}
          <span class="under" lang="en">
            {code}
          </span>
        </>
      )}
    </>
  )
}
