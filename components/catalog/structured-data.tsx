type Json = string | number | boolean | null | Json[] | { [key: string]: Json }

/** Facts for search engines as a data block: it is never run, and `<` is escaped so that it cannot end early. */
export function StructuredData({ data }: { data: Json }) {
  const html = JSON.stringify(data).replaceAll('<', '\\u003c')

  return (
    // biome-ignore lint/security/noDangerouslySetInnerHtml: JSON in a script element has no other spelling in React.
    <script type="application/ld+json" dangerouslySetInnerHTML={{ __html: html }} />
  )
}
