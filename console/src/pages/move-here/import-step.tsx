import { ACCOUNT_TOKEN, SERVICES, type ServiceName } from '../../../../src/cli/import/services'
import { Code } from '../../components/copyable'

/** The commands that bring what is at another service. They run where its key may be: never here. */
export function ImportStep({ service, accountId }: { service: ServiceName; accountId: string }) {
  const { title, brings, byHand } = SERVICES[service]
  const command = `postline import ${service} --account ${accountId}`
  return (
    <section className="stack" aria-label="Bring what is there">
      <h2>1. Bring what is there</h2>
      <p>
        These commands bring {inWords(brings)} from {title}. They run where the <code>postline</code> command has the
        settings of this service. If somebody else operates it, give them these lines.
      </p>
      <p className="muted">
        <KeyHint service={service} /> This console does not see the key.
      </p>
      {service === 'postmark' && (
        <Code label="The token for domains" text={`read -rs ${ACCOUNT_TOKEN} && export ${ACCOUNT_TOKEN}`} />
      )}
      {service === 'ses' && <Code label="The region" text="export AWS_REGION=eu-west-1" />}
      <p>First, see what would be imported. This writes nothing:</p>
      <Code label="Try it out" text={`${command} --dry-run`} />
      <p>Then bring it. What is here already stays as it is, so you can repeat it:</p>
      <Code label="Bring it" text={command} />
      {byHand.length > 0 && (
        <>
          <p>To be done by hand:</p>
          <ul className="by-hand">
            {byHand.map((sentence) => (
              <li key={sentence}>{sentence}</li>
            ))}
          </ul>
        </>
      )}
      <p>
        <a href="/docs/guides/move-in">How an import works</a>
      </p>
    </section>
  )
}

function KeyHint({ service }: { service: ServiceName }) {
  const { title, keyVariable } = SERVICES[service]
  if (service === 'ses') {
    return <>The key is that of the AWS SDK: from its environment, its files, or the role of the machine.</>
  }
  return (
    <>
      The command asks for the key of {title}, or takes it from the variable <code>{keyVariable}</code>
      {service === 'postmark' && (
        <>
          . Domains need the token of the account as well, in <code>{ACCOUNT_TOKEN}</code>
        </>
      )}
      .
    </>
  )
}

const inWords = (words: readonly string[]) => new Intl.ListFormat('en').format(words)
