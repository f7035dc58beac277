import type { ComponentProps, ReactNode } from 'react'
import { ColumnMenu } from '#components/ui/admin/bulk/column-menu.tsx'
import type { ColumnList } from '#lib/core/rules/lists.ts'

/**
 * A wide table that scrolls by itself: it can be reached and moved by keyboard too. A hidden word at its far end would
 * make the page itself wider, were it not positioned.
 */
export function ScrollArea({ label, children }: { label: string; children: ReactNode }) {
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset is for forms, and a section would be one landmark too many.
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable without a pointer.
    <div role="group" className="relative overflow-x-auto [scrollbar-width:thin]" aria-label={label} tabIndex={0}>
      {children}
    </div>
  )
}

type Titled = Pick<ComponentProps<'th'>, 'className' | 'lang' | 'aria-sort'> & {
  head: ReactNode
  /** Said to readers that do not see the page. */
  isHidden?: boolean
}

/** The head of a column; null above the names of rows. */
type Head = string | null | Titled

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
      {/* biome-ignore lint/a11y/noRedundantRoles: rows may become blocks on a phone, and must stay rows for readers. */}
      <table className={className ? `a-tbl ${className}` : 'a-tbl'} aria-label={label} role="table">
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
      {isHidden ? <span className="sr-only">{head}</span> : head}
    </th>
  )
}

/** A column of a list: how it is headed, and what stands there about a row. */
export type Column<Row, Name extends string = string> = {
  name: Name
  head: ReactNode
  className?: string | undefined
  cell: (row: Row) => ReactNode
}

/** A column that nobody can hide: what names a row, or what can be done with it. */
type FixedColumn<Row> = {
  head: Head
  className?: string | undefined
  /** Whether it names the row. */
  isName?: boolean
  cell: (row: Row) => ReactNode
}

/** Returns the columns that somebody wants to see. */
export function shownColumns<Row, Name extends string>(
  columns: readonly Column<Row, Name>[],
  hidden: readonly Name[],
): Column<Row, Name>[] {
  return columns.filter(({ name }) => !hidden.includes(name))
}

type ColumnChoiceProps = {
  list: ColumnList
  columns: readonly Pick<Column<never>, 'name' | 'head'>[]
  hidden: readonly string[]
}

/** Lets a person choose among the columns of a list, each called as it is headed. */
export function ColumnChoice({ list, columns, hidden }: ColumnChoiceProps) {
  return <ColumnMenu list={list} columns={columns.map(({ name, head }) => ({ name, label: head }))} hidden={hidden} />
}

/** Rows, and what tells each from the others where they have no ids. */
type Keyed<Row> =
  | { rows: readonly Row[]; keyOf: (row: Row, place: number) => string | number }
  | { rows: readonly (Row & { id: string | number })[]; keyOf?: undefined }

type ListTableProps<Row, Name extends string> = Keyed<Row> & {
  label: string
  /**
   * Its look on a phone where rows are not to become blocks: `a-tbl-pin` for figures that are compared, which scrolls
   * beside its first column.
   */
  className?: string
  /** What is said where there are no rows; heads without rows else. */
  empty?: string
  /** The columns before those that can be hidden; all of them where none can. */
  first: readonly FixedColumn<Row>[]
  columns?: readonly Column<Row, Name>[]
  /** Whether the keys lead from row to row; those of a list do. */
  isWalked?: boolean
  hidden?: readonly Name[]
  /** The columns behind them. */
  last?: readonly FixedColumn<Row>[]
}

/**
 * The rows of a list under the heads of its columns, without those that somebody hides. On a phone each row is a block
 * that says what its cells are, unless the table has a look of its own.
 */
export function ListTable<Row, Name extends string>({
  label,
  className,
  empty,
  first,
  columns,
  isWalked = columns !== undefined,
  hidden = [],
  last = [],
  ...of
}: ListTableProps<Row, Name>) {
  if (of.rows.length === 0 && empty !== undefined) return <p className="a-emptyline">{empty}</p>
  const shown = shownColumns(columns ?? [], hidden)
  const heads = [...first.map(headOf), ...shown, ...last.map(headOf)]
  const keys: (string | number)[] = of.keyOf ? of.rows.map(of.keyOf) : of.rows.map(({ id }) => id)

  return (
    <DataTable label={label} heads={heads} className={className ?? 'a-tbl-blocks'}>
      {of.rows.map((row, place) => (
        <tr key={keys[place]} data-row={isWalked ? '' : undefined}>
          <FixedCells columns={first} row={row} />
          <RowCells columns={shown} row={row} />
          <FixedCells columns={last} row={row} />
        </tr>
      ))}
    </DataTable>
  )
}

function headOf({ head, className }: FixedColumn<never>): Head {
  if (head === null) return null

  return { className, ...(typeof head === 'string' ? { head } : head) }
}

/** What a cell is called where no head stands above it. */
function labelOf(head: ReactNode | Head): string | undefined {
  return typeof head === 'string' ? head : undefined
}

function FixedCells<Row>({ columns, row }: { columns: readonly FixedColumn<Row>[]; row: Row }) {
  return columns.map(({ head, className, isName, cell }, place) =>
    isName ? (
      // biome-ignore lint/suspicious/noArrayIndexKey: they have no other name, and keep their places.
      <th key={place} scope="row" className={className}>
        {cell(row)}
      </th>
    ) : (
      // biome-ignore lint/suspicious/noArrayIndexKey: they have no other name, and keep their places.
      <td key={place} className={className} data-label={labelOf(head)}>
        {cell(row)}
      </td>
    ),
  )
}

/** The heads of columns, behind that of the one which names the row. */
export function HeadCells<Row>({ columns }: { columns: readonly Column<Row>[] }) {
  return columns.map(({ name, head, className }) => (
    <th key={name} scope="col" className={className}>
      {head}
    </th>
  ))
}

/** What columns say about a row. */
export function RowCells<Row>({ columns, row }: { columns: readonly Column<Row>[]; row: Row }) {
  return columns.map(({ name, head, className, cell }) => (
    <td key={name} className={className} data-label={labelOf(head)}>
      {cell(row)}
    </td>
  ))
}
