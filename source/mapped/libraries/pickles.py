"""Makes and works a queue with a library of Python that pickles what it keeps, and prints what the library itself says of
each task, by notdone's ID: pickles.py LIBRARY FILE"""

import json
import sys

MESSAGE = "I need permission to access the repository."
REPORT = {"status": "blocked", "message": "I need the API key of the shop."}


def celery(path, serializer="json", extended=False):
    import warnings

    from celery import Celery
    from celery.result import AsyncResult

    warnings.simplefilter("ignore")
    app = Celery("agents", broker="memory://", backend="db+sqlite:///" + path)
    app.conf.update(
        task_always_eager=True, task_store_eager_result=True, result_extended=extended, result_serializer=serializer,
        task_serializer=serializer, accept_content=["json", "pickle"],
    )

    @app.task(name="agents.say")
    def say(text):
        return text

    @app.task(name="agents.fail")
    def fail(text):
        raise ValueError(text)

    @app.task(name="agents.retry", bind=True, max_retries=1)
    def retry(self, text):
        raise self.retry(exc=ValueError(text), countdown=0)

    sent = [(say, MESSAGE), (say, REPORT), (say, "The report is written."), (say, None), (say, []), (say, "x" * 9000), (fail, "no such order"), (retry, "busy")]
    said = {}
    for number, (task, text) in enumerate(sent, 1):
        task.apply_async((text,), task_id="task-%d" % number)
        result = AsyncResult("task-%d" % number, app=app)
        said[str(number)] = {
            "title": (extended and result.name) or result.id,
            "state": {"SUCCESS": "done", "FAILURE": "failed"}[result.state],
            "text": str(result.traceback) if result.failed() else answered(result.result),
        }
    return said


def celery_extended(path):
    return celery(path, extended=True)


def celery_pickle(path):
    return celery(path, serializer="pickle", extended=True)


def django_q(path, compress=False):
    import multiprocessing

    import django
    from django.conf import settings

    settings.configure(
        SECRET_KEY="a key", INSTALLED_APPS=["django.contrib.contenttypes", "django_q"], USE_TZ=True, DEFAULT_AUTO_FIELD="django.db.models.AutoField",
        DATABASES={"default": {"ENGINE": "django.db.backends.sqlite3", "NAME": path}},
        Q_CLUSTER={"name": "agents", "orm": "default", "compress": compress, "retry": 3600, "timeout": 60, "max_attempts": 1, "log_level": "CRITICAL"},
    )
    django.setup()
    from django.core.management import call_command
    from django_q.brokers import get_broker
    from django_q.cluster import monitor, worker
    from django_q.models import OrmQ, Task
    from django_q.queues import Queue
    from django_q.signing import SignedPackage
    from django_q.tasks import async_task

    call_command("migrate", verbosity=0)
    async_task("builtins.str", MESSAGE, task_name="says")
    async_task("json.loads", json.dumps(REPORT), task_name="reports")
    async_task("time.sleep", 0, task_name="sleeps")
    async_task("json.loads", "nonsense", task_name="fails")
    taken, ended = Queue(), Queue()
    while OrmQ.objects.count() > taken.qsize():
        for ack, payload in get_broker().dequeue():
            task = SignedPackage.loads(payload)
            task["ack_id"] = ack
            taken.put(task)
    taken.put("STOP")
    worker(taken, ended, multiprocessing.Value("f", -1))
    ended.put("STOP")
    monitor(ended)
    OrmQ.objects.all().delete()  # what has failed waits there to be tried again
    async_task("builtins.str", "later", task_name="waits")
    said = {}
    for task in Task.objects.all():
        said["django_q_task/" + task.id] = {"title": task.name, "state": "done" if task.success else "failed", "text": answered(task.result).replace(" : Traceback", "\nTraceback")}
    for waiting in OrmQ.objects.all():
        said["django_q_ormq/%d" % waiting.pk] = {"title": SignedPackage.loads(waiting.payload)["name"], "state": "queued", "text": ""}
    return said


def django_q_compressed(path):
    return django_q(path, compress=True)


def apscheduler(path):
    from datetime import datetime, timedelta

    from apscheduler.schedulers.background import BackgroundScheduler

    scheduler = BackgroundScheduler(jobstores={"default": {"type": "sqlalchemy", "url": "sqlite:///" + path}}, timezone="UTC")
    scheduler.start(paused=True)
    scheduler.add_job("os:getcwd", "date", run_date=datetime.utcnow() + timedelta(hours=5), id="later", name="write the report")
    scheduler.add_job("os:listdir", "interval", hours=1, args=["/tmp"], id="hourly")
    scheduler.add_job("os:getcwd", "cron", hour=3, id="paused")
    scheduler.pause_job("paused")
    said = {job.id: {"title": job.name, "state": "scheduled" if job.next_run_time else "cancelled", "text": ""} for job in scheduler.get_jobs()}
    scheduler.shutdown()
    return said


def persistqueue(path):
    import os

    import persistqueue

    queue = persistqueue.SQLiteAckQueue(os.path.dirname(path), db_file_name=os.path.basename(path))
    for item in ("Write the report", REPORT, ["a", 2], "Mop the hall", "Dust"):
        queue.put(item)
    queue.get()
    queue.ack(queue.get())
    queue.ack_failed(queue.get())
    queue.nack(queue.get())
    states = {0: "queued", 1: "queued", 2: "active", 5: "done", 9: "failed"}
    rows = queue._getter.execute("SELECT _id, data, status FROM ack_queue_default").fetchall()
    return {str(key): {"title": shown(queue._serializer.loads(data)), "state": states[int(status)], "text": ""} for key, data, status in rows}


def shown(value):
    """A value as notdone shows it: a text as it is, else JSON; of nothing, that it was returned."""
    if isinstance(value, str):
        return value
    if value is None:
        return "returned None"
    return json.dumps(value) if value else "returned " + json.dumps(value)


def answered(result):
    """A result as notdone shows it: of an object that says one thing, that."""
    return result["message"] if result == REPORT else shown(result)


if __name__ == "__main__":
    print(json.dumps(globals()[sys.argv[1]](sys.argv[2])))
