/** The update stage that pauses a subscription or route. It reads the row, so that a pause is never counted twice. */
export const pauseStage = (now: Date) => ({ is_active: false, paused_at: { $ifNull: ['$paused_at', now] } })

/** The update stage that resumes it. `paused_at` is null while it is not paused; then nothing is added. */
export const resumeStage = (now: Date) => ({
  is_active: true,
  paused_at: null,
  paused_total_ms: { $add: ['$paused_total_ms', { $max: [0, { $subtract: [now, '$paused_at'] }] }] },
})
