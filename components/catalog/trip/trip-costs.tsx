import type { TripAnswer } from '#components/catalog/trip/trip-answer.ts'
import type { TripFinderWords } from '#components/catalog/trip/trip-words.ts'
import { Board } from '#components/ui/board.tsx'
import { Icon } from '#components/ui/icon.tsx'
import { formatMinor } from '#lib/core/i18n/formats.ts'
import { pluralText } from '#lib/core/i18n/plurals.ts'

/** The ways to be online everywhere and what each costs, side by side. */
export function TripCosts({ answer, words }: { answer: TripAnswer; words: TripFinderWords }) {
  const { whole, cheapest, each } = answer
  const [one] = whole
  const mix = cheapest && cheapest.parts.length > 1 ? cheapest : null
  const isEachMix = mix !== null && each !== null && mix.minor === each.minor
  const ways = [
    { name: words.costs.one, minor: one?.minor ?? null },
    ...(mix && !isEachMix
      ? [{ name: pluralText(words.costs.mix, mix.parts.length, words.tag), minor: mix.minor }]
      : []),
    { name: words.costs.each, minor: each?.minor ?? null },
  ]

  return (
    <Board as="section" className="costs" aria-label={words.costs.title}>
      <h2>{words.costs.title}</h2>
      <dl>
        {ways.map(({ name, minor }) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd>
              {minor === null ? (
                <span className="soft">{words.costs.none}</span>
              ) : (
                <>
                  {minor === cheapest?.minor ? <Icon name="check" /> : null}
                  <span className="price">{formatMinor(minor, words.ticket.money)}</span>
                  {minor === cheapest?.minor ? <span className="sr-only"> {words.ticket.fitsBest}</span> : null}
                </>
              )}
            </dd>
          </div>
        ))}
      </dl>
    </Board>
  )
}
