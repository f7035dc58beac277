'use client'

import { useTranslations } from 'next-intl'
import { type ReactNode, useId, useState } from 'react'
import { Form } from '#components/ui/admin/form.tsx'
import { type Action, useAction } from '#components/ui/admin/use-action.ts'
import { Button } from '#components/ui/button.tsx'
import { Notice } from '#components/ui/notice.tsx'
import {
  changesOf,
  decideOn,
  type FieldChange,
  type FieldEdits,
  markSent,
  settleEdits,
  typeInto,
} from '#lib/core/client/field-edits.ts'
import { keepPlace } from '#lib/core/client/keep-place.ts'
import { useUnsaved } from '#lib/core/client/unsaved.ts'

/**
 * What is typed in a form over what is stored, field by field. Fields that nobody typed into follow what is stored; the
 * others keep what was typed, whatever somebody else stores meanwhile, and ask which of both shall hold. `first` was typed
 * before the form was there.
 */
export function useFieldEdits<Stored, Input>(
  stored: Readonly<Record<string, Stored>>,
  toValue: (key: string, typed: Input) => Stored,
  first: Readonly<Record<string, Input>> = {},
) {
  const [edits, setEdits] = useState<FieldEdits<Stored, Input>>(() =>
    Object.entries(first).reduce(
      (all, [key, typed]) => typeInto(all, { key, stored: stored[key] as Stored, typed }),
      {} as FieldEdits<Stored, Input>,
    ),
  )
  const settled = settleEdits(edits, stored)
  if (settled !== edits) setEdits(settled)
  const changes = changesOf(settled, stored, toValue)

  return {
    /** What stands in a field, undefined while that is what is stored. */
    typed: (key: string): Input | undefined => settled[key]?.typed,
    type: (key: string, typed: Input) =>
      setEdits((all) => typeInto(all, { key, stored: stored[key] as Stored, typed })),
    decide: (key: string, action: 'keep' | 'take') =>
      setEdits((all) => decideOn(all, { key, stored: stored[key] as Stored, act: action })),
    sent: (saved: readonly { key: string; value: Stored }[]) => setEdits((all) => markSent(all, saved, toValue)),
    changes,
    conflicts: changes.filter(({ isConflict }) => isConflict),
  }
}

/**
 * What a form over stored values sends: any work that saves. After a change by somebody else it shows what is stored now.
 * `roomTexts` and `saved` where the room has words of its own.
 */
export function useSaving(roomTexts?: unknown, saved?: string): Action<() => Promise<unknown>> {
  const t = useTranslations('admin-settings')

  return useAction({
    send: (work: () => Promise<unknown>) => work(),
    roomTexts: roomTexts ?? t,
    tell: () => saved ?? t('saved'),
  })
}

type EditFormProps<Stored> = {
  edits: {
    changes: readonly FieldChange<Stored>[]
    conflicts: readonly FieldChange<Stored>[]
    decide: (key: string, action: 'keep' | 'take') => void
    sent: (saved: readonly FieldChange<Stored>[]) => void
  }
  save: (changes: readonly FieldChange<Stored>[]) => Promise<unknown>
  /** What a field is called, and a value of it in words: where somebody else has stored one meanwhile, both are shown. */
  nameOf: (key: string) => string
  say: (value: Stored, key: string, whose: 'theirs' | 'mine') => ReactNode
  saving?: Action<() => Promise<unknown>>
  /** The id of the first control that is not right. */
  check?: (() => string | null) | undefined
  /** Whether what is typed can be saved at all. */
  isReady?: boolean
  onSaved?: () => void
  press?: string | undefined
  className?: string
  beside?: ReactNode
  children: ReactNode
}

/** Fields over what is stored. Nothing is saved over anybody before it is decided which version holds. */
export function EditForm<Stored>({
  edits: { changes, conflicts, decide, sent },
  save,
  nameOf,
  say,
  saving: given,
  check,
  isReady = true,
  onSaved,
  press,
  className = 'grid gap-3 p-3.5',
  beside,
  children,
}: EditFormProps<Stored>) {
  const t = useTranslations('admin.label')
  const id = useId()
  const own = useSaving()
  const saving = given ?? own
  const isChanged = changes.length > 0
  useUnsaved(id, isChanged, t('unsaved'))
  const isConflict = conflicts.length > 0
  const isOvertaken = saving.failure?.code === 'conflict'
  // What was saved is said until more is typed; of a conflict both versions stand above, or one was chosen.
  const isTold = saving.failure ? !isOvertaken || (isChanged && !isConflict) : !isChanged

  return (
    <Form
      id={id}
      className={className}
      action={{
        ...saving,
        run: async () => {
          if (!(await saving.run(() => save(changes)))) return false
          sent(changes)
          onSaved?.()

          return true
        },
      }}
      check={check}
      press={press ?? t('save')}
      isReady={isChanged && !isConflict && isReady}
      message={isTold ? saving.message : null}
      beside={beside}
      isKept
    >
      {children}
      <ConflictList form={id} {...{ conflicts, nameOf, say }} onDecide={decide} />
    </Form>
  )
}

type ConflictListProps<Stored> = Pick<EditFormProps<Stored>, 'nameOf' | 'say'> & {
  /** The id of the form: its first field has the focus when everything is decided. */
  form: string
  conflicts: readonly FieldChange<Stored>[]
  onDecide: (key: string, action: 'keep' | 'take') => void
}

/** Names and values of what two people have stored, beside each other. */
export const VERSIONS =
  'mt-1 mb-2 grid grid-cols-[max-content_minmax(0,1fr)] gap-x-3 gap-y-0.5 [&>dd]:wrap-anywhere [&>dd]:whitespace-pre-line [&>dt]:text-ink-soft'

/** What is stored now beside what was typed here, for each field that somebody else has stored meanwhile. */
function ConflictList<Stored>({ form, conflicts, nameOf, say, onDecide }: ConflictListProps<Stored>) {
  const t = useTranslations('admin-settings.overtaken')

  return conflicts.map(({ key, theirs, value }) => (
    <Notice key={key} tone="wait" icon="person" role="alert">
      <b>{t('title', { field: nameOf(key) })}</b>
      <dl className={VERSIONS}>
        <dt>{t('theirs')}</dt>
        <dd dir="auto">{say(theirs, key, 'theirs')}</dd>
        <dt>{t('mine')}</dt>
        <dd dir="auto">{say(value, key, 'mine')}</dd>
      </dl>
      <span className="flex flex-wrap items-center gap-x-2.5 gap-y-1.5">
        {(['keep', 'take'] as const).map((action) => (
          <Button
            key={action}
            size="small"
            onClick={(event) => {
              keepPlace(event.currentTarget, `[id="${form}"] .notice .btn`, `[id="${form}"] :enabled:not(.btn)`)
              onDecide(key, action)
            }}
          >
            {t(action)}
          </Button>
        ))}
      </span>
    </Notice>
  ))
}
