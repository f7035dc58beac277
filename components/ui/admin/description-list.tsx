import type { ReactNode } from 'react'

export type Pair = { name: string; value: ReactNode }

/** Names and values in two columns. */
export function DescriptionList({ pairs }: { pairs: Pair[] }) {
  return (
    <dl className="a-kv">
      {pairs.map(({ name, value }) => (
        <div key={name}>
          <dt>{name}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  )
}
