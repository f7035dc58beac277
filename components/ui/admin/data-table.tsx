import type { ComponentProps, ReactNode } from 'react'
import { ScrollArea } from '#components/ui/admin/scroll-area.tsx'

type Titled = Pick<ComponentProps<'th'>, 'className' | 'lang' | 'aria-sort'> & {
  head: ReactNode
  /** Said to readers that do not see the page. */
  isHidden?: boolean
}

/** The head of a column; null above the names of rows. */
export type Head = string | null | Titled

type DataTableProps = {
  /** Names the table, and the area that it scrolls in. */
  label: string
  heads: readonly Head[]
  className?: string
  /** Its rows. */
  children: ReactNode
}

/** Rows under their heads; a wide one scrolls by itself. */
export function DataTable({ label, heads, className, children }: DataTableProps) {
  return (
    <ScrollArea label={label}>
      <table className={className ? `a-tbl ${className}` : 'a-tbl'} aria-label={label}>
        <thead>
          <tr>
            {heads.map((column, place) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: heads have no other name, and keep their places.
              <HeadCell key={place} column={typeof column === 'string' ? { head: column } : column} />
            ))}
          </tr>
        </thead>
        <tbody>{children}</tbody>
      </table>
    </ScrollArea>
  )
}

function HeadCell({ column }: { column: Titled | null }) {
  if (column === null) return <td />
  const { head, isHidden, className, lang, 'aria-sort': order } = column

  return (
    <th scope="col" className={className} lang={lang} aria-sort={order}>
      {isHidden ? <span className="a-vh">{head}</span> : head}
    </th>
  )
}
