// One operation: its summary, a form for its parameters, its calls, and the structure of its answers.
import {useState} from 'preact/hooks';
import {Scroll} from '../parts/scroll.tsx';
import {exampleOf, type Written} from './call.ts';
import {
  choicesOf,
  type Document,
  innerOf,
  isList,
  nameIn,
  type Operation,
  type Parameter,
  type Response,
  typeWords,
} from './document.ts';
import {Field} from './field.tsx';
import {Unfold} from './schema.tsx';
import {Calls, Run} from './try.tsx';
import {Words} from './words.tsx';

export function OperationSection({operation, document}: {operation: Operation; document: Document}) {
  const {operationId, method, path, summary, description, parameters = [], requestBody} = operation;
  const [written, setWritten] = useState<Written>(() => exampleOf(operation));
  const set = (name: string, values: readonly string[]) =>
    setWritten({...written, values: {...written.values, [name]: values}});
  const body = requestBody?.content['application/json'].schema;
  return (
    <article class="operation" id={operationId} aria-labelledby={`${operationId}-title`}>
      <h3 id={`${operationId}-title`}>
        {operationId}{' '}
        <span class="route">
          <b>{method}</b> <code>{path}</code>
        </span>
      </h3>
      <div class="halves">
        <div>
          <Words text={description === undefined ? summary : `${summary}\n\n${description}`} />
          {parameters.length > 0 && (
            <Scroll label={`Parameters of ${operationId}`}>
              <table class="plain parameters">
                <thead>
                  <tr>
                    <th scope="col">Parameter</th>
                    <th scope="col">Value</th>
                    <th scope="col">Meaning</th>
                  </tr>
                </thead>
                <tbody>
                  {parameters.map((parameter) => (
                    <Row
                      key={parameter.name}
                      of={operationId}
                      parameter={parameter}
                      document={document}
                      values={written.values[parameter.name] ?? []}
                      onValues={(values) => set(parameter.name, values)}
                    />
                  ))}
                </tbody>
              </table>
            </Scroll>
          )}
          {body !== undefined && (
            <>
              <label class="body">
                Body
                <textarea
                  rows={Math.min(14, written.body.split('\n').length + 1)}
                  spellcheck={false}
                  value={written.body}
                  onInput={(event) => setWritten({...written, body: event.currentTarget.value})}
                />
              </label>
              <Shape title={`Body: ${typeWords(body)}`} schema={body} document={document} />
            </>
          )}
          {Object.entries(operation.responses).map(([status, response]) => (
            <Good key={status} status={status} response={response} document={document} />
          ))}
          <Errors responses={operation.responses} document={document} />
        </div>
        <div>
          <Calls operation={operation} written={written} />
          <Run operation={operation} written={written} />
        </div>
      </div>
    </article>
  );
}

function Row({
  of,
  parameter,
  document,
  values,
  onValues,
}: {
  of: string;
  parameter: Parameter;
  document: Document;
  values: readonly string[];
  onValues: (values: readonly string[]) => void;
}) {
  const {name, required, description = '', schema} = parameter;
  const id = `${of}-${name}`;
  const fallback = schema.default === undefined || schema.default === '' ? '' : String(schema.default);
  return (
    <tr>
      <th scope="row">
        <label for={id}>
          <code>{name}</code>
        </label>
        <small class="type">{typeWords(schema)}</small>
        {required && <small class="needed">required</small>}
      </th>
      <td>
        <Field
          id={id}
          name={name}
          choices={choicesOf(schema, document)}
          fallback={fallback}
          isList={isList(schema, document)}
          values={values}
          onValues={onValues}
        />
      </td>
      <td>
        <Words text={description} />
      </td>
    </tr>
  );
}

/** The successful answer, as a tree to expand. */
function Good({status, response, document}: {status: string; response: Response; document: Document}) {
  if (response.$ref !== undefined || response.content === undefined) return null;
  return (
    <>
      {Object.entries(response.content).map(([type, {schema}]) => {
        // Of a binary type there is nothing to unfold.
        if (schema === undefined) return <p key={type} class="shape">{`${status} ${type}`}</p>;
        const rows = schema.contentSchema;
        const words = rows === undefined ? typeWords(schema) : `rows of ${typeWords(rows)}`;
        return <Shape key={type} title={`${status} ${type}: ${words}`} schema={rows ?? schema} document={document} />;
      })}
    </>
  );
}

function Shape({title, schema, document}: {title: string; schema: Parameter['schema']; document: Document}) {
  const inner = innerOf(schema, document);
  return inner === undefined ? (
    <p class="shape">{title}</p>
  ) : (
    <div class="shape">
      <Unfold summary={title} schema={inner} document={document} />
    </div>
  );
}

function Errors({responses, document}: {responses: Record<string, Response>; document: Document}) {
  const others = Object.entries(responses).filter(([, {content}]) => content === undefined);
  return (
    <details class="shape">
      <summary>Other answers: {others.map(([status]) => status).join(', ')}</summary>
      <dl class="headers">
        {others.map(([status, {$ref, description}]) => (
          <>
            <dt>{status}</dt>
            <dd>{$ref === undefined ? description : document.components.responses[nameIn($ref)]?.description}</dd>
          </>
        ))}
      </dl>
    </details>
  );
}
