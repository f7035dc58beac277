import type { Network } from '#lib/domain/shop.ts'

/** The operators as the upstream names them; null is said, never left out. */
export function NetworkList({ networks, none }: { networks: readonly Network[] | null; none: string }) {
  if (networks === null || networks.length === 0) return <p className="soft">{none}</p>

  return (
    <ul className="networks">
      {networks.map(({ operator, generation }) => (
        <li key={`${operator} ${generation}`} className="network">
          <bdi>{operator}</bdi> {generation ? <b>{generation}</b> : null}
        </li>
      ))}
    </ul>
  )
}
