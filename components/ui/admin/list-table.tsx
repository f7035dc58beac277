import type { ReactNode } from 'react'
import { ColumnMenu } from '#components/ui/admin/bulk/column-menu.tsx'
import type { ColumnList } from '#lib/core/rules/list-columns.ts'

/** A column of a list: how it is headed, and what stands there about a row. */
export type Column<Row, Name extends string = string> = {
  name: Name
  head: ReactNode
  className?: string
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
  return columns.map(({ name, className, cell }) => (
    <td key={name} className={className}>
      {cell(row)}
    </td>
  ))
}
