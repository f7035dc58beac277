import { useEffect } from 'react'
import type { Entry, Section } from '#components/ui/admin/bulk/palette-entries.ts'

type PaletteListProps = { id: string; sections: Section[]; current: string | null; onRun: (entry: Entry) => void }

/** The lines of the palette under their headings. The field above says which one is chosen. */
export function PaletteList({ id, sections, current, onRun }: PaletteListProps) {
  useEffect(() => {
    if (current) document.getElementById(`palette-${current}`)?.scrollIntoView({ block: 'nearest' })
  }, [current])

  return (
    <div className="a-pal-list" id={id} role="listbox" aria-labelledby="palette-title">
      {sections.map(({ name, title, entries }) => (
        // biome-ignore lint/a11y/useSemanticElements: a group of options, not of fields.
        <div key={name} role="group" aria-labelledby={`palette-${name}`}>
          <p className="a-pal-head" id={`palette-${name}`} role="presentation">
            {title}
          </p>
          {entries.map((entry) => (
            // biome-ignore lint/a11y/useKeyWithClickEvents: the field has the focus and takes the keys.
            // biome-ignore lint/a11y/useFocusableInteractive: as above.
            <div
              key={entry.id}
              id={`palette-${entry.id}`}
              className="a-opt"
              role="option"
              aria-selected={entry.id === current}
              onClick={() => onRun(entry)}
            >
              <span className="a-pal-name">
                <bdi>{entry.label}</bdi> {entry.note === '' ? null : <span className="a-soft">{entry.note}</span>}
              </span>
              <span className="a-pal-keys" aria-hidden="true">
                {entry.keys.map((key) => (
                  <kbd key={key} className="a-kbd">
                    {key}
                  </kbd>
                ))}
              </span>
            </div>
          ))}
        </div>
      ))}
    </div>
  )
}
