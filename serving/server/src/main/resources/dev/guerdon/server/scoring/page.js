'use strict';

const byId = (id) => document.getElementById(id);
let rewards = [];

function cell(row, text) {
  const td = document.createElement('td');
  td.textContent = text;
  row.append(td);
}

function pretty(text) {
  try {
    return JSON.stringify(JSON.parse(text), null, 2);
  } catch {
    return text;
  }
}

function show(list) {
  rewards = list.rewards;
  byId('rewards').replaceChildren();
  byId('reward').replaceChildren();
  for (const each of rewards) {
    const row = document.createElement('tr');
    cell(row, each.name);
    cell(row, each.description || each.reward);
    const fields = each.fields ? each.fields.map((field) => field.name + (field.required ? '' : '?')).join(', ') : 'any field';
    cell(row, fields);
    cell(row, each.deadline + ' s');
    cell(row, each.isolated ? 'a worker process' : 'the server');
    byId('rewards').append(row);
    byId('reward').append(new Option(each.name, each.name));
  }
  for (const each of list.protocols) {
    const item = document.createElement('li');
    item.textContent = each.name + ': ' + each.description + '. Unscored: ' + each.unscored;
    byId('protocols').append(item);
  }
  choose();
}

function choose() {
  const chosen = rewards.find((each) => each.name === byId('reward').value);
  byId('record').value = pretty(chosen && chosen.example ? chosen.example : '{"final_response": "", "answer": ""}');
  command();
}

function address() {
  return '/v1/score/' + encodeURIComponent(byId('reward').value);
}

function command() {
  let record = byId('record').value;
  try {
    record = JSON.stringify(JSON.parse(record));
  } catch {
    // shown as it was typed
  }
  byId('command').textContent = "curl -H 'Content-Type: application/json' -d '" + record.replaceAll("'", "'\\''") + "' " + location.origin + address();
}

async function score(event) {
  event.preventDefault();
  const answer = byId('answer');
  answer.className = '';
  answer.textContent = '…';
  try {
    const response = await fetch(address(), {
      method: 'POST',
      headers: {'Content-Type': 'application/json'},
      body: byId('record').value,
    });
    answer.textContent = pretty(await response.text());
    answer.className = response.ok ? '' : 'bad';
  } catch (problem) {
    answer.textContent = 'The server did not answer: ' + problem.message;
    answer.className = 'bad';
  }
}

async function start() {
  const state = byId('state');
  try {
    const ready = await fetch('/readyz');
    state.textContent = (await ready.json()).status;
    const list = await fetch('/v1/rewards');
    if (!list.ok) {
      throw new Error((await list.json()).detail);
    }
    show(await list.json());
  } catch (problem) {
    state.textContent = problem.message;
    state.className = 'bad';
  }
}

byId('form').addEventListener('submit', score);
byId('reward').addEventListener('change', choose);
byId('record').addEventListener('input', command);
start();
