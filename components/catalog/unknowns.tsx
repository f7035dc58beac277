import { Icon } from '#components/ui/icon.tsx'

export type Unknown = { name: string; text: string }

/** What nobody has stated, said plainly. */
export function Unknowns({ items }: { items: readonly Unknown[] }) {
  return (
    <ul className="unknowns">
      {items.map(({ name, text }) => (
        <li key={name}>
          <Icon name="unknown" />
          <span>
            <b>{name}</b>
            <span className="soft">{text}</span>
          </span>
        </li>
      ))}
    </ul>
  )
}
