import { type ShiftedClock, shiftedClock } from './clocks.js'
import { type SmtpSink, type SmtpSinkOptions, startSmtpSink } from './smtp-sink.js'
import { type Settings, startApp, type TestApp } from './start-app.js'

/** A service that hands its mail to the test's own mail server. */
export interface SmtpApp extends TestApp {
  sink: SmtpSink
  clock: ShiftedClock
}

/** Starts a service together with its mail server, on a clock that the test moves ahead. */
export async function startSmtpApp(settings: Settings = {}, options: SmtpSinkOptions = {}): Promise<SmtpApp> {
  const sink = await startSmtpSink(options)
  const clock = shiftedClock()
  const app = await startApp({ MAIL_PROVIDER: 'smtp', SMTP_URL: sink.url, ...settings }, { clock })
  return {
    ...app,
    sink,
    clock,
    close: async () => {
      await app.close()
      await sink.close()
    },
  }
}
