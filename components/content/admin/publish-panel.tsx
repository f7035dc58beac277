'use client'

import { useTranslations } from 'next-intl'
import { ProblemText } from '#components/content/admin/guide-preview.tsx'
import { ActionButton, AtOnce } from '#components/ui/admin/action-dialog.tsx'
import { Mark } from '#components/ui/admin/panel.tsx'
import { type GuideAt, publishGuide, restoreGuide, unscheduleGuide, withdrawGuide } from '#lib/content/client/guides.ts'
import { isStopping, type Problem } from '#lib/content/rules/guide-document.ts'
import type { GuideState } from '#lib/content/rules/guide-text.ts'
import { useHasUnsaved } from '#lib/core/client/unsaved.ts'

const TONES = { draft: 'plain', scheduled: 'wait', published: 'ok', withdrawn: 'back' } as const

/** What a guide is, as a mark. */
export function StateMark({ state, isStopped = false }: { state: GuideState; isStopped?: boolean }) {
  const t = useTranslations('admin-guides')

  return isStopped ? (
    <Mark tone="stop">{t('state.stopped')}</Mark>
  ) : (
    <Mark tone={TONES[state]}>{t(`state.${state}`)}</Mark>
  )
}

const WITHDRAWN = {
  ...{ section: 'withdraw.sectionEffect', shipped: 'withdraw.shippedEffect', page: 'withdraw.effect' },
} as const

type PublishPanelProps = {
  at: GuideAt
  problems: readonly Problem[]
  isShown: boolean
  /** Whether the newest version is not the one that is shown. */
  hasNews: boolean
  due: { local: string; zone: string; version: number } | null
  /** The address of the list, where a withdrawn one leads. */
  list: string
  /** What is left once it is withdrawn: nothing of a section, the page that came along, or an address that leads on. */
  withdrawal: 'section' | 'shipped' | 'page'
  zones: readonly string[]
}

/** The acts about what the shop shows of a guide. What is wrong with its text is said before. */
export function PublishPanel({ at, problems, isShown, hasNews, due, list, withdrawal, zones }: PublishPanelProps) {
  const t = useTranslations('admin-guides')
  const tLabel = useTranslations('admin.label')
  const stopped = problems.filter(isStopping)
  const named = problems.filter((problem) => !isStopping(problem))
  const isSure = named.length > 0
  const effect = (text: string) => (
    <>
      <p>{text}</p>
      {isSure ? (
        <>
          <p>{t('publish.named')}</p>
          <ul className="mt-1.5 grid gap-1.5">
            {named.map((problem, place) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: the same thing may be wrong twice in a line.
              <li key={place}>
                {problem.line > 0 ? `${t('check.line', { line: problem.line })}: ` : ''}
                <ProblemText problem={problem} />
              </li>
            ))}
          </ul>
        </>
      ) : null}
    </>
  )
  const hasUnsaved = useHasUnsaved()
  const ownZone = Intl.DateTimeFormat().resolvedOptions().timeZone

  return (
    <div className="grid gap-3 p-3.5">
      {stopped.length > 0 ? (
        <ul className="mt-1.5 grid gap-1.5">
          {stopped.map((problem) => (
            <li key={`${problem.kind} ${problem.line}`}>
              <Mark tone="stop">{t('check.stops')}</Mark> <ProblemText problem={problem} />
            </li>
          ))}
        </ul>
      ) : null}
      {hasNews && hasUnsaved ? <p>{t('publish.unsaved')}</p> : null}
      <div className="flex flex-wrap items-center gap-x-2.5 gap-y-1.5">
        {hasNews ? (
          <>
            <ActionButton
              title={t('publish.title')}
              effect={effect(t('publish.effect'))}
              press={t('publish.press')}
              variant="primary"
              isDisabled={stopped.length > 0 || hasUnsaved}
              roomTexts={t}
              send={() => publishGuide(at, { isSure, at: null })}
              tell={() => t('publish.done')}
            />
            <ActionButton
              title={t('schedule.title')}
              effect={effect(t('schedule.effect'))}
              press={t('schedule.press')}
              isDisabled={stopped.length > 0 || hasUnsaved}
              fields={[
                { kind: 'datetime-local', name: 'local', label: t('schedule.at'), reasons: ['past', 'time'] },
                {
                  ...{ kind: 'select', name: 'zone', label: tLabel('timeZone') },
                  options: [...new Set([ownZone, ...zones])].map((zone) => [zone, zone] as const),
                  defaultValue: ownZone,
                },
              ]}
              roomTexts={t}
              send={({ local, zone }) => publishGuide(at, { isSure, at: { local, zone } })}
              tell={() => t('schedule.done')}
            />
          </>
        ) : null}
        {due ? (
          <AtOnce
            press={t('unschedule')}
            send={() => unscheduleGuide(at)}
            roomTexts={t}
            size="normal"
            keeps={['main h1']}
          />
        ) : null}
        {isShown ? (
          <ActionButton
            title={t('withdraw.title')}
            effect={<p>{t(WITHDRAWN[withdrawal])}</p>}
            press={t('withdraw.press')}
            tone="danger"
            fields={
              withdrawal === 'page'
                ? [
                    {
                      ...{ kind: 'text', name: 'to', label: t('withdraw.to'), defaultValue: list },
                      ...{ dir: 'ltr', maxLength: 200, spellCheck: false, reasons: ['no_page'] },
                    },
                  ]
                : []
            }
            roomTexts={t}
            send={({ to = list }) => withdrawGuide(at, to)}
            tell={() => t('withdraw.done')}
          />
        ) : null}
      </div>
    </div>
  )
}

/** Puts an earlier version back, as a new one. */
export function RestoreButton({ at, number }: { at: GuideAt; number: number }) {
  const t = useTranslations('admin-guides')
  const tLabel = useTranslations('admin.label')

  return (
    <AtOnce
      press={tLabel('putBack')}
      name={t('versions.restoreOf', { version: String(number) })}
      send={() => restoreGuide(at, number)}
      roomTexts={t}
      tell={({ version }) => t('saved', { version: String(version) })}
    />
  )
}
